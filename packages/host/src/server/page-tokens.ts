import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Scope } from "@nucleic/protocol/messages";
import type { TokenHolder } from "./tokens.ts";

const order: readonly Scope[] = ["view", "approve", "control", "admin"];
const nonceBytes = 16;
const macBytes = 32;

/**
 * Tokens of pages: each says what it opens, under a code that only this host could have made and that holds for one origin.
 * Nothing of them is kept. They hold as long as the host's own token does, so that a page comes back by itself to a next host
 * that takes the same one; to take them back, give the host another.
 */
export class PageTokens {
  readonly #key: Buffer;

  /** @param hostToken of the host; whoever has that one can do everything already. */
  constructor(hostToken: string) {
    this.#key = createHmac("sha256", hostToken).update("nucleic page token").digest();
  }

  issue(origin: string, scopes: readonly Scope[]): string {
    const bits = order.reduce((sum, scope, i) => (scopes.includes(scope) ? sum | (1 << i) : sum), 0);
    const said = Buffer.concat([Buffer.of(bits), randomBytes(nonceBytes)]);
    return Buffer.concat([said, this.#mac(said, origin)]).toString("base64url");
  }

  /** Who that is, where the page is of the origin that the token was made for. Compares in constant time. */
  holder(token: string | undefined, origin: string | undefined): TokenHolder | undefined {
    const bytes = Buffer.from(token ?? "", "base64url");
    if (origin === undefined || bytes.length !== 1 + nonceBytes + macBytes) return undefined;
    const said = bytes.subarray(0, 1 + nonceBytes);
    if (!timingSafeEqual(this.#mac(said, origin), bytes.subarray(said.length))) return undefined;
    const [bits = 0] = said;
    return { name: `page ${origin}`, scopes: order.filter((_, i) => bits & (1 << i)) };
  }

  #mac(said: Buffer, origin: string): Buffer {
    return createHmac("sha256", this.#key).update(said).update(origin).digest();
  }
}
