import { parentPort, workerData } from "node:worker_threads";
import { WorkerJobs } from "./jobs.ts";
import type { FromWorker, ToWorker, WorkerData, WorkerFault } from "./messages.ts";

// The entry of the thread for long database work. See HeavyWorker.

const port = parentPort;
if (port === null) throw new Error("this program is a worker thread's");
const jobs = new WorkerJobs(workerData as WorkerData);
const running = new Map<number, AbortController>();
let closing = false;

port.on("message", (message: ToWorker) => {
  if (message.kind === "job") void run(message);
  else if (message.kind === "abort") running.get(message.id)?.abort();
  else close();
});

async function run({ id, name, args }: Extract<ToWorker, { kind: "job" }>): Promise<void> {
  const stop = new AbortController();
  running.set(id, stop);
  try {
    const job = jobs.table[name] as (
      args: unknown,
      signal: AbortSignal,
    ) => Promise<Extract<FromWorker, { kind: "done" }>["result"]>;
    answer({ kind: "done", id, result: await job(args, stop.signal) });
  } catch (error) {
    answer({ kind: "failed", id, error: faultOf(error) });
  }
  running.delete(id);
  if (closing) close();
}

/** Stops what runs, at its next step; the databases are closed when nothing uses them any more. */
function close(): void {
  closing = true;
  for (const stop of running.values()) stop.abort();
  if (running.size > 0) return;
  jobs[Symbol.dispose]();
  port?.close();
}

function answer(message: FromWorker): void {
  port?.postMessage(message);
}

function faultOf(error: unknown): WorkerFault {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const { name, message } = error;
  return "code" in error && typeof error.code === "string"
    ? { name, message, code: error.code }
    : { name, message };
}
