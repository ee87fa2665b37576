import type { Clock } from "@nucleic/protocol";
import type { HostClient } from "@nucleic/sync/client";
import { formatCost } from "../view/format.ts";
import { safeLine } from "../view/sanitize.ts";

/** What the board asks for anew so often: nobody is told of it. */
const everyMs = 5_000;

/** What of projects and costs the board shows. */
export class BoardFacts implements AsyncDisposable {
  readonly #client: HostClient;
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #stop = new AbortController();
  readonly #asking: Promise<void>;
  #projects: ReadonlyMap<string, string> = new Map();
  #costs: ReadonlyMap<string, string> = new Map();

  constructor(client: HostClient, clock: Clock, onChange: () => void) {
    this.#client = client;
    this.#clock = clock;
    this.#onChange = onChange;
    this.#asking = this.#ask();
  }

  readonly project = (id: string): string => this.#projects.get(id) ?? "";
  readonly cost = (id: string): string => this.#costs.get(id) ?? "";

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#asking;
  }

  async #ask(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      // A host that is gone for a while is asked again; the list says that it is.
      await Promise.race([this.#once().catch(() => undefined), aborted(signal)]);
      await this.#clock.sleep(everyMs, signal).catch(() => undefined);
    }
  }

  async #once(): Promise<void> {
    const [projects, sums] = await Promise.all([
      this.#client.query("projects", {}),
      this.#client.query("usage", { by: "session" }),
    ]);
    this.#projects = new Map(projects.map(({ id, name }) => [id, safeLine(name)]));
    this.#costs = new Map(
      sums.map(({ key, costUSD, isCostPartial }) => [
        key,
        costUSD === undefined ? "" : `${formatCost(costUSD)}${isCostPartial ? "+" : ""}`,
      ]),
    );
    this.#onChange();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
