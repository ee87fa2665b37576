import type { DeviceId } from "@nucleic/protocol/core";
import type { Scope } from "@nucleic/protocol/messages";
import type { Client } from "./port.ts";

const maxNameChars = 64;

/** Whose token any program of this user has. Their own names tell them apart. */
export const ownHolder = "local";

/**
 * A client of this machine, under the name that it gives itself, behind that of its token where that is a page's:
 * `local:cli`, `local:page http://127.0.0.1:5173:board`. What it asked for is recorded under it, so that it is the same after
 * a lost connection, and whether it is in the host's own process by then or not; who answered is said by it, and how much may
 * be asked in a minute is counted by it. That name proves nothing: whoever has the token may use any.
 */
export class LocalClient implements Client {
  readonly #holder: string;
  readonly #scopes: readonly Scope[];
  #name: string | undefined;

  /** @param name until it says one itself */
  constructor(holder: string, scopes: readonly Scope[], name?: string) {
    this.#holder = holder;
    this.#scopes = scopes;
    if (name !== undefined) this.introduced(name);
  }

  get id(): DeviceId {
    const parts = ["local", ...(this.#holder === ownHolder ? [] : [this.#holder]), this.#name ?? []].flat();
    return parts.join(":") as DeviceId;
  }

  async scopes(): Promise<readonly Scope[]> {
    return this.#scopes;
  }

  introduced(name: string): void {
    this.#name = name.slice(0, maxNameChars).replace(/[^\w .@-]/g, "_");
  }
}
