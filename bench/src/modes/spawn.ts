// From the decision to run a trivial program to its first line: node:child_process alone, or a ProcessHandle.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { localProcessHost } from "@nucleic/process";
import { sampleEach } from "../measure.ts";

const [mode, times = "40"] = process.argv.slice(2);
const env = { PATH: process.env.PATH ?? "" };
// It stays until its input ends, so that its end falls in nothing that is measured.
const args = ["-c", "echo ready; read -r end"];
const host = localProcessHost();
let runs = 0;

async function ours(): Promise<() => Promise<unknown>> {
  const child = host.spawn({
    command: "/bin/sh",
    args,
    cwd: "/",
    env,
    runId: `bench-${process.pid}-${runs++}`,
  });
  for await (const _line of child.lines) break;
  return async () => {
    await child.endInput();
    await child.exited;
  };
}

async function raw(): Promise<() => Promise<unknown>> {
  const child = spawn("/bin/sh", args, { cwd: "/", env, detached: true });
  const closed = once(child, "close");
  await once(child.stdout, "data");
  return () => {
    child.stdin.end();
    return closed;
  };
}

// Both in turn, and one of them measured: what a fork costs depends on the memory of the process that forks.
const [measured, other] = mode === "ours" ? [ours, raw] : [raw, ours];
await sampleEach(Number(times), async () => {
  const settle = await measured();
  return async () => {
    await settle();
    await (await other())();
  };
});
