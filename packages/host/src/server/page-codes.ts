import { digestOf, newToken, ownerOf } from "@nucleic/loopback";
import type { Clock } from "@nucleic/protocol/core";
import type { Scope } from "@nucleic/protocol/messages";

/** What a code opens, once. */
export interface PageGrant {
  /** The one page that may use it, exactly: `http://localhost:5173`. */
  readonly origin: string;
  readonly scopes: readonly Scope[];
}

/** How long a code can be used. */
const ttlMs = 30_000;
/** Beyond that the oldest is void. */
const maxOpen = 64;

/** Codes of 256 bits that let a page in: once, within 30 seconds. Kept as digests. */
export class PageCodes {
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #open = new Map<Buffer, PageGrant & { readonly untilMs: number }>();

  constructor(clock: Pick<Clock, "monotonicMs">) {
    this.#clock = clock;
  }

  mint(grant: PageGrant): string {
    const code = newToken();
    this.#open.set(digestOf(code), { ...grant, untilMs: this.#clock.monotonicMs() + ttlMs });
    const [oldest] = this.#open.keys();
    if (this.#open.size > maxOpen && oldest !== undefined) this.#open.delete(oldest);
    return code;
  }

  /** What it opens to a page of that origin. It is void from then on, for whoever comes. */
  redeem(code: string, origin: string): PageGrant | undefined {
    const found = ownerOf(code, this.#open);
    if (found === undefined) return undefined;
    for (const [digest, grant] of this.#open) if (grant === found) this.#open.delete(digest);
    return found.untilMs > this.#clock.monotonicMs() && found.origin === origin ? found : undefined;
  }
}
