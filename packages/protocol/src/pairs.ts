import type { StreamFault, StreamRule } from "./check-stream.ts";

type PairFault = Omit<StreamFault, "index">;

/** The rule that each wrong step breaks. */
interface PairRules {
  readonly opensTwice: StreamRule;
  readonly closesNothing: StreamRule;
  readonly closesTwice: StreamRule;
  readonly staysOpen: StreamRule;
}

/** Things of one sort that open once and close once. Each step answers with what it breaks. */
export class Pairs {
  readonly #name: string;
  readonly #rules: PairRules;
  readonly #open = new Set<string>();
  readonly #closed = new Set<string>();

  constructor(name: string, rules: PairRules) {
    this.#name = name;
    this.#rules = rules;
  }

  has(id: string): boolean {
    return this.#open.has(id) || this.#closed.has(id);
  }

  /** Things without an id cannot be told apart: one of them may follow another, once that is closed. */
  open(id: string | undefined): PairFault | undefined {
    const key = id ?? "";
    const known = this.#open.has(key) || (id !== undefined && this.#closed.has(key));
    this.#closed.delete(key);
    this.#open.add(key);
    return known ? this.#fault("opensTwice", key, "opened twice") : undefined;
  }

  close(id: string | undefined): PairFault | undefined {
    const key = id ?? "";
    if (this.#open.delete(key)) {
      this.#closed.add(key);
      return undefined;
    }
    return this.#closed.has(key)
      ? this.#fault("closesTwice", key, "closed twice")
      : this.#fault("closesNothing", key, "closed but never opened");
  }

  /** What is open. */
  left(): readonly string[] {
    return [...this.#open];
  }

  /** Closes what is open, each of which is a fault. */
  closeAll(): readonly PairFault[] {
    const left = this.left();
    for (const id of left) this.close(id);
    return left.map((id) => this.#fault("staysOpen", id, "never closed"));
  }

  #fault(rule: keyof PairRules, id: string, what: string): PairFault {
    return { rule: this.#rules[rule], message: `${this.#name} ${id || "without an id"} was ${what}` };
  }
}
