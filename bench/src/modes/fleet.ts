// A hundred agents in one process, each printing at a steady pace: `fleet.ts <mode> <stream> <agents> <per second> <seconds>`
//   ours     sessions of one runtime, each with a subscriber
//   bare     read, split and JSON.parse
// Begins when all of them run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { claudeBackend } from "@nucleic/adapter-claude";
import { LineSplitter } from "@nucleic/process";
import { openFleet } from "../fleet.ts";
import { sampleWithDelay } from "../measure.ts";
import { throughRuntime, untilTurnOver } from "../through-runtime.ts";

const [mode, stream = "", agents = "100", perSecond = "100", seconds = "10"] = process.argv.slice(2);
const settleMs = 1_000;
/** What was printed last is still on its way. */
const restMs = 200;
const dir = await mkdtemp(join(tmpdir(), "nucleic-bench-"));
const linesPerSecond = Number(perSecond);
const fleet = await openFleet({
  dir,
  agents: Number(agents),
  linesPerSecond,
  seconds: Number(seconds),
  stream,
});
try {
  if (mode === "ours") await ours();
  else await bare();
} finally {
  await fleet[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true });
}

async function ours(): Promise<void> {
  const { agent, folders } = fleet;
  await throughRuntime(claudeBackend({ executable: agent }), async (run) => {
    const over: Promise<number>[] = [];
    const ended: Promise<number>[] = [];
    for (const cwd of folders) {
      const up = Promise.withResolvers<void>();
      const turn = Promise.withResolvers<number>();
      over.push(turn.promise);
      ended.push(
        run({
          cwd,
          input: "go",
          async watch(events) {
            const seen = untilTurnOver(
              (async function* () {
                for await (const event of events) {
                  if (event.kind === "userMessage") up.resolve();
                  yield event;
                }
              })(),
            );
            seen.then(turn.resolve, turn.reject);
            return seen;
          },
        }),
      );
      await up.promise;
    }
    await measured(over);
    await Promise.all(ended);
  });
}

async function bare(): Promise<void> {
  const over = fleet.folders.map(async (cwd) => {
    let seen = 0;
    const splitter = new LineSplitter();
    const child = spawn(fleet.agent, ["--replay"], { cwd, stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.on("data", (chunk: Buffer) => {
      for (const frame of splitter.push(chunk))
        if (frame.kind === "line" && JSON.parse(frame.bytes.toString())) seen++;
    });
    await once(child, "close");
    return seen;
  });
  await measured(over);
}

/** Measured while they print: what the end of a turn costs is another matter. */
async function measured(over: readonly Promise<number>[]): Promise<void> {
  await sleep(settleMs);
  await sampleWithDelay(async () => {
    await fleet.print();
    await sleep(restMs);
    return over.length;
  });
  fleet.finish();
  await Promise.all(over);
}
