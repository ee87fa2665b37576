import { Worker } from "node:worker_threads";
import type { Clock } from "@nucleic/protocol";
import { RuntimeError } from "../errors.ts";
import type { FromWorker, JobName, Jobs, ToWorker, WorkerData } from "./messages.ts";

interface Pending {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** How long a worker that is asked to close gets to end the step it is in. */
const closeGraceMs = 5_000;

/**
 * The thread in which long work on databases and transcripts is done, so that no session waits for it. Started with the
 * first job, and again after a crash. Holds the process open only while a job runs.
 */
export class HeavyWorker implements AsyncDisposable {
  readonly #data: WorkerData;
  readonly #clock: Clock;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #exited: Promise<void> = Promise.resolve();
  #lastId = 0;
  #closing: Promise<void> | undefined;

  constructor(data: WorkerData, clock: Clock) {
    this.#data = data;
    this.#clock = clock;
  }

  /**
   * Does a job there. An abort rejects at once, and stops the job at its next step.
   * @throws RuntimeError `workerFailed`, `runtimeClosed`; the signal's reason
   */
  async call<K extends JobName>(
    name: K,
    args: Jobs[K]["args"],
    signal?: AbortSignal,
  ): Promise<Jobs[K]["result"]> {
    signal?.throwIfAborted();
    if (this.#closing) throw new RuntimeError("runtimeClosed", "the runtime is closed");
    const worker = this.#start();
    const id = ++this.#lastId;
    const done = Promise.withResolvers<unknown>();
    this.#pending.set(id, done);
    worker.ref();
    const onAbort = () => {
      this.#post({ kind: "abort", id });
      done.reject(signal?.reason);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#post({ kind: "job", id, name, args });
    try {
      return (await done.promise) as Jobs[K]["result"];
    } finally {
      signal?.removeEventListener("abort", onAbort);
      this.#pending.delete(id);
      if (this.#pending.size === 0) worker.unref();
    }
  }

  /** Stops what runs there, and waits until the thread has let go of its files. Idempotent. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const { url, execArgv } = entry();
    const worker = new Worker(url, { workerData: this.#data, execArgv, name: "nucleic database" });
    const exit = Promise.withResolvers<void>();
    this.#exited = exit.promise;
    this.#worker = worker;
    worker.on("message", (message: FromWorker) => this.#take(message));
    worker.on("error", (cause) => this.#fail(worker, cause));
    worker.on("exit", () => {
      this.#fail(worker, undefined);
      exit.resolve();
    });
    return worker;
  }

  #take(message: FromWorker): void {
    const pending = this.#pending.get(message.id);
    if (message.kind === "done") pending?.resolve(message.result);
    else pending?.reject(new RuntimeError("workerFailed", message.error.message, { cause: message.error }));
  }

  #fail(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const error = this.#closing
      ? new RuntimeError("runtimeClosed", "the runtime is closed")
      : new RuntimeError("workerFailed", "the thread for long database work died", { cause });
    for (const pending of this.#pending.values()) pending.reject(error);
  }

  async #close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return this.#exited;
    worker.ref();
    this.#post({ kind: "close" });
    const timer = new AbortController();
    const late = this.#clock.sleep(closeGraceMs, timer.signal).then(
      () => worker.terminate(),
      () => undefined,
    );
    await Promise.race([this.#exited, late]);
    timer.abort();
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }
}

/** Built, the worker is a file beside this one; from source, one that Node strips the types of. */
function entry(): { readonly url: URL; readonly execArgv: string[] } {
  if (!import.meta.url.endsWith(".ts")) return { url: new URL("./worker.js", import.meta.url), execArgv: [] };
  return {
    url: new URL("./worker.ts", import.meta.url),
    execArgv: ["--conditions=@nucleic/source", "--no-warnings"],
  };
}
