// Not by `@nucleic/process`, which takes all descendants along: a host that is killed leaves its gits running.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { processesInside } from "../../src/processes-inside.ts";
import type { Answer, Order } from "./order.ts";

const program = fileURLToPath(new URL("../programs/chaos-worker.ts", import.meta.url));

/** A process that carries out orders, and is there again after it was killed. */
export class Worker {
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #lines: AsyncIterator<string> | undefined;

  constructor(env: Readonly<Record<string, string>>) {
    this.#env = env;
  }

  /** `killAfterMs`: it is killed with SIGKILL that long after the order, unless it has answered. */
  async carryOut(order: Order, killAfterMs?: number): Promise<Answer> {
    this.#child ??= this.#start();
    const child = this.#child;
    child.stdin?.write(`${JSON.stringify(order)}\n`);
    const done = new AbortController();
    if (killAfterMs !== undefined) {
      delay(killAfterMs, undefined, { signal: done.signal }).then(
        () => child.kill("SIGKILL"),
        () => undefined,
      );
    }
    const answer = await this.#lines?.next();
    done.abort();
    if (answer?.done === false) return JSON.parse(answer.value);
    this.#child = undefined;
    return "killed";
  }

  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  #start(): ChildProcess {
    const args = ["--conditions=@nucleic/source", "--disable-warning=ExperimentalWarning", program];
    const child = spawn(process.execPath, args, {
      cwd: "/",
      env: this.#env,
      stdio: ["pipe", "pipe", "ignore"],
    });
    child.stdin?.on("error", () => undefined);
    if (child.stdout === null) throw new Error("a pipe was asked for");
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return child;
  }
}

/** Resolves when no git that a killed worker left works in these places any more. */
export async function quiet(places: readonly string[]): Promise<void> {
  for (;;) {
    const inside = await Promise.all(places.map((place) => processesInside(place)));
    if (inside.flat().length === 0) return;
    await delay(20);
  }
}
