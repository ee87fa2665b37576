import { digestOf, newToken, ownerOf } from "@nucleic/loopback";
import type { Scope } from "@nucleic/protocol/messages";

/** Who holds a token, and what it opens. */
export interface TokenHolder {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** The tokens of one life of a host. They are kept as digests, compared in constant time, and gone with the process. */
export class Tokens {
  readonly #holders = new Map<Buffer, TokenHolder & { readonly revoked: AbortController }>();

  /** Makes a token of 256 bits, or takes one that was made before. */
  issue(holder: TokenHolder, token = newToken()): string {
    this.#holders.set(digestOf(token), { ...holder, revoked: new AbortController() });
    return token;
  }

  /** Who that token belongs to; `revoked` aborts when it is taken back, which ends what is open under it. */
  holder(token: string | undefined): (TokenHolder & { readonly revoked: AbortSignal }) | undefined {
    const found = token === undefined ? undefined : ownerOf(token, this.#holders);
    return found && { name: found.name, scopes: found.scopes, revoked: found.revoked.signal };
  }

  revoke(token: string): void {
    const digest = digestOf(token);
    for (const [known, holder] of this.#holders) {
      if (!known.equals(digest)) continue;
      this.#holders.delete(known);
      holder.revoked.abort();
    }
  }
}
