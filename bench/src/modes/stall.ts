// A consumer that takes one event, then nothing for three seconds and until the agent has said everything, then the rest:
//   ours     the durable pipeline, and a subscriber of it
//   sdk      the vendor's own SDK (its entry file in NUCLEIC_BENCH_PEER)
// With `flow` behind it, one that never stalls. What is timed is the taking of the rest, or of everything.
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { claudeBackend } from "@nucleic/adapter-claude";
import type { SessionEvent } from "@nucleic/runtime";
import { sample } from "../measure.ts";
import { throughRuntime, untilTurnOver, type Watched } from "../through-runtime.ts";

const [mode, agent = "", pace = "stall"] = process.argv.slice(2);
const stallMs = 3_000;

if (mode === "sdk") await sdk();
else
  await throughRuntime(claudeBackend({ executable: agent }), (run) =>
    run({ cwd: tmpdir(), input: "go", watch: pace === "flow" ? flow : stall }),
  );

async function flow(events: AsyncIterable<SessionEvent>): Promise<number> {
  await sample(() => untilTurnOver(events));
  return 0;
}

async function stall(events: AsyncIterable<SessionEvent>, session: Watched): Promise<number> {
  const reader = events[Symbol.asyncIterator]();
  await reader.next();
  await Promise.all([sleep(stallMs), untilTurnOver(session.subscribe({ partials: false }))]);
  await sample(() => untilTurnOver({ [Symbol.asyncIterator]: () => reader }));
  return 0;
}

async function sdk(): Promise<void> {
  const { query } = (await import(process.env.NUCLEIC_BENCH_PEER ?? "")) as {
    query(options: object): AsyncIterable<unknown>;
  };
  const options = {
    pathToClaudeCodeExecutable: agent,
    includePartialMessages: true,
    cwd: tmpdir(),
    env: process.env,
  };
  const reader = query({ prompt: "go", options })[Symbol.asyncIterator]();
  await reader.next();
  if (pace !== "flow") await sleep(stallMs);
  await sample(async () => {
    let seen = 1;
    while (!(await reader.next()).done) seen++;
    return seen;
  });
}
