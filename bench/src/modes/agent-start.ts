// From the decision to start the real Claude Code, and to say one thing to it, to what it first says about that: its
// `init` line. The model behind it is a scripted one on this machine.
//   first   the backend's first start in this process, which asks the program for its version
//   again   a later one
//   raw     node:child_process, with the argv and environment that the backend had, and the message written at once
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { copyFile, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { claudeBackend } from "@nucleic/adapter-claude";
import { realCli, scriptedModel } from "@nucleic/lab";
import { localProcessHost, type ProcessHost, type ProcessSpec } from "@nucleic/process";
import { createIds, type SessionSpec, systemClock } from "@nucleic/protocol/core";
import { sampleEach } from "../measure.ts";

const [mode, times = "1"] = process.argv.slice(2);
const dir = await realpath(await mkdtemp(join(tmpdir(), "nucleic-bench-")));
const cli = await realCli("claude", "2.1.332");
const model = await scriptedModel({
  api: "anthropic-messages",
  reply: () => [{ say: "hello" }],
  scenario: { name: "bench", replies: [] },
});
const clean = await cli.environment({ baseUrl: model.url });
let last: ProcessSpec | undefined;
const here = localProcessHost();
const host: ProcessHost = {
  spawn(spec, signal) {
    last = spec;
    return here.spawn(spec, signal);
  },
};
const backend = claudeBackend({ executable: cli.path, environment: clean.env, processHost: host });
const spec = (): SessionSpec => ({
  sessionId: createIds(systemClock).session(),
  cwd: dir,
  approvalPolicy: "interactive",
  verbosity: "full",
  env: {},
  trusted: false,
});

async function ours(): Promise<() => Promise<unknown>> {
  const run = await backend.start(spec(), {});
  await run.send({ text: "go", context: [] });
  for await (const event of run.events) if (event.kind === "sessionStarted") break;
  return () => run.close();
}

/** What a start of ours runs, with its settings file kept beyond the end of that run. */
async function asOurs(): Promise<ProcessSpec> {
  await using _run = await backend.start(spec(), {});
  if (!last) throw new Error("nothing was spawned");
  const args = [...(last.args ?? [])];
  const at = args.indexOf("--settings") + 1;
  const settings = join(dir, "settings.json");
  await copyFile(args[at] ?? "", settings);
  args[at] = settings;
  return { ...last, args };
}

async function raw({ command, args = [], cwd, env }: ProcessSpec): Promise<() => Promise<unknown>> {
  const child = spawn(command, args, { cwd, env, detached: true });
  const closed = once(child, "close");
  const message = { role: "user", content: "go" };
  child.stdin.write(
    `${JSON.stringify({ type: "user", uuid: randomUUID(), message, parent_tool_use_id: null })}\n`,
  );
  for await (const line of createInterface({ input: child.stdout })) {
    const { type, subtype } = JSON.parse(line) as { type?: string; subtype?: string };
    if (type === "system" && subtype === "init") break;
  }
  return () => {
    if (child.pid) process.kill(-child.pid, "SIGKILL");
    return closed;
  };
}

try {
  const command = mode === "first" ? undefined : await asOurs();
  await sampleEach(Number(times), mode === "raw" && command ? () => raw(command) : ours);
} finally {
  await model.close();
  await clean[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true, maxRetries: 5 });
}
