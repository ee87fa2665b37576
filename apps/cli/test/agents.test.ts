import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type KnownCliName, knownClis } from "@nucleic/lab";
import { findRun } from "@nucleic/process";
import { checkStream } from "@nucleic/protocol";
import type { Reply } from "@nucleic/protocol/testing";
import { describe, expect, test, vi } from "vitest";
import { AgentBench } from "./agent-bench.ts";

// The same task through `nucleic run` on the other real agents, offline: only the models behind them are scripted.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const write: Reply = [{ call: "Write", input: { path: "hello.txt", content: "hello\n" } }];
const done: Reply = [{ say: "That is it." }];

interface Agent {
  readonly backend: string;
  readonly cli: KnownCliName;
  /** It waits for a person before it writes. */
  readonly asks: boolean;
  /** Variables that only its own configuration knows. */
  readonly env?: readonly string[];
}

const agents: readonly Agent[] = [
  { backend: "codex", cli: "codex", asks: true },
  { backend: "codex-exec", cli: "codex", asks: false },
  { backend: "grok", cli: "grok", asks: true },
  { backend: "acp:claude-agent-acp", cli: "claude-agent-acp", asks: true },
  { backend: "acp:codex-acp", cli: "codex-acp", asks: true, env: ["LAB_API_KEY"] },
];

const envFlags = ({ env = [] }: Agent) => env.flatMap((name) => ["--env", name]);
const make = ({ cli }: Agent, ...replies: Reply[]) =>
  AgentBench.make(cli, knownClis[cli].testedVersions.at(-1) ?? "", ...replies);

/** What every transcript of the task holds, whoever did it. */
const shape = [
  ...["sessionStarted", "turnStarted", "userMessage", "toolCallStarted", "toolCallCompleted", "toolResult"],
  ...["fileChange", "assistantText", "usage", "turnCompleted", "runFinished"],
];

describe.each(agents)("nucleic run --backend $backend", (agent) => {
  test("does the task, asks where it can, and the work is integrated", async () => {
    await using bench = await make(agent, write, done);
    await using pty = bench.terminal("run", "Say hello", "--backend", agent.backend, ...envFlags(agent));
    if (agent.asks) {
      await pty.until("Allow Write?");
      await pty.until("+hello");
      await pty.until("y allow");
      pty.press("y");
    }
    await pty.until("That is it.");
    await pty.until("● done");
    expect(await pty.exit()).toBe(0);
    const records = await bench.records();
    expect(checkStream(records).faults).toEqual([]);
    expect(records.map(({ kind }) => kind)).toEqual(expect.arrayContaining(shape));
    expect(records.filter(({ kind }) => kind === "approvalResolved")).toHaveLength(agent.asks ? 1 : 0);
    expect((await bench.run("integrate", (await bench.session()).id)).code).toBe(0);
    expect(await bench.place.git("show", "main:hello.txt")).toBe("hello");
  });

  test("the host killed with -9: the agent is ended, the session interrupted, and taken up again", async () => {
    await using bench = await make(agent, done, [{ say: "Let me think" }, { gate: "never" }], done);
    expect((await bench.run("run", "Begin", "--backend", agent.backend, ...envFlags(agent))).code).toBe(0);
    const { id } = await bench.session();
    await using host = bench.spawn("resume", id, "Think", "--json", ...envFlags(agent));
    await bench.model.gateReached("never");
    await host.kill("SIGKILL");
    const [record = ""] = await readdir(join(bench.place.home, "runs"));
    const runId = record.replace(/\.json$/, "");
    const ls = await bench.run("ls", "--json");
    expect(await findRun(runId)).toEqual([]);
    expect(ls.json).toMatchObject([{ status: "interrupted", backend: agent.backend }]);
    const { code, json } = await bench.run("resume", id, "Go on", ...envFlags(agent));
    expect(json.find((event) => event.kind === "sessionStarted")).toMatchObject({ resumed: true });
    expect(json.findLast((event) => event.kind === "turnCompleted")).toMatchObject({ outcome: "completed" });
    expect(code).toBe(0);
    expect(checkStream(await bench.records()).faults).toEqual([]);
  });
});

test("any other agent is run by its command, and taken up again by it", async () => {
  await using bench = await AgentBench.make("claude-agent-acp", "0.49.0", write, done, done);
  const backend = `acp:${bench.program.replaceAll(" ", "\\ ")} --verbose`;
  // Nothing is known of it: neither which variables it needs, nor that it is the one whose name it has.
  const flags = ["ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"].flatMap((name) => ["--env", name]);
  await using pty = bench.terminal("run", "Say hello", "--backend", backend, ...flags);
  await pty.until("+hello");
  await pty.until("y allow");
  pty.press("y");
  await pty.until("● done");
  expect(await pty.exit()).toBe(0);
  const { id } = await bench.session();
  expect((await bench.run("ls", "--json")).json).toMatchObject([{ backend }]);
  expect((await bench.run("resume", id, "Go on", ...flags)).code).toBe(0);
  expect(checkStream(await bench.records()).faults).toEqual([]);
});
