import type { DeviceId } from "@nucleic/protocol/core";
import type { Scope } from "@nucleic/protocol/messages";
import type { Client } from "./port.ts";

const maxNameChars = 64;

/**
 * A client of this machine, under the name that its token was issued to and, where many programs have that token, the name
 * that it gives itself: `local:local:nucleic`. What it asked for is recorded under it, so that it is the same after a lost
 * connection; who answered is said by it, and how much may be asked in a minute is counted by it. That name proves nothing:
 * whoever has the token may use any.
 */
export class LocalClient implements Client {
  readonly #holder: string;
  readonly #scopes: readonly Scope[];
  #name: string | undefined;

  constructor(holder: string, scopes: readonly Scope[]) {
    this.#holder = holder;
    this.#scopes = scopes;
  }

  get id(): DeviceId {
    const name = this.#name === undefined || this.#name === this.#holder ? "" : `:${this.#name}`;
    return `local:${this.#holder}${name}` as DeviceId;
  }

  async scopes(): Promise<readonly Scope[]> {
    return this.#scopes;
  }

  introduced(name: string): void {
    this.#name = name.slice(0, maxNameChars).replace(/[^\w .@-]/g, "_");
  }
}
