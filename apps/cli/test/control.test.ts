import { type KnownCliName, knownClis, type ReplyFunction } from "@nucleic/lab";
import { checkStream } from "@nucleic/protocol";
import type { Reply } from "@nucleic/protocol/testing";
import { describe, expect, test, vi } from "vitest";
import { AgentBench } from "./agent-bench.ts";

// The agents' own way to speak up, on the real ones: the model behind each calls our two tools as it finds them.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

interface Agent {
  readonly backend: string;
  readonly cli: KnownCliName;
  readonly version?: string;
  readonly env?: readonly string[];
}

const agents: readonly Agent[] = [
  { backend: "claude", cli: "claude" },
  // The older version takes its turn at night.
  ...(process.env.NUCLEIC_SLOW ? [{ backend: "claude", cli: "claude", version: "2.1.197" } as const] : []),
  { backend: "codex", cli: "codex" },
  { backend: "grok", cli: "grok" },
  { backend: "acp:claude-agent-acp", cli: "claude-agent-acp" },
  { backend: "acp:codex-acp", cli: "codex-acp", env: ["LAB_API_KEY"] },
];

const name = { text: "Which name?" };
const question = { question: name.text, options: [{ label: "core" }, { label: "base" }] };

/** Asks, says how it stands, and ends: on the server that the request itself names. */
function speaksUp(): ReplyFunction {
  let turn = 0;
  return (request) => {
    if (request.kind !== "main") return undefined;
    const server = /nucleic_[0-9a-f]{12}/.exec(JSON.stringify(request.body))?.[0] ?? "none";
    const call = (tool: string, args: object): Reply => [
      { call: "Mcp", input: { server, tool, arguments: args } },
    ];
    turn++;
    if (turn === 1) return call("ask_user", { questions: [question] });
    if (turn === 2) return call("set_disposition", { disposition: "completed", summary: "It is named." });
    return [{ say: "That is it." }];
  };
}

describe.each(agents)("$backend $version", ({ backend, cli, version, env = [] }) => {
  test("asks a person and says how its work stands, and needs no leave for either", async () => {
    const tested = version ?? knownClis[cli].testedVersions.at(-1) ?? "";
    await using bench = await AgentBench.makeWith(cli, tested, { reply: speaksUp() });
    const flags = env.flatMap((variable) => ["--env", variable]);
    await using pty = bench.terminal("run", "Name it", "--backend", backend, ...flags);
    await pty.until(name.text);
    await pty.until("number or enter answers");
    pty.press("2");
    await pty.until("That is it.");
    await pty.until("● done");
    expect(await pty.exit()).toBe(0);

    const records = await bench.records();
    expect(checkStream(records).faults).toEqual([]);
    const of = (kind: string) => records.filter((record) => record.kind === kind);
    expect(of("questionAnswered")).toMatchObject([
      { answers: { "1": ["base"] }, answeredBy: { by: "person" } },
    ]);
    expect(of("dispositionChanged")).toMatchObject([{ disposition: "completed", by: "agent" }]);
    expect(of("toolCallStarted")).toMatchObject([{ tool: "Mcp" }, { tool: "Mcp" }]);
    expect(of("toolCallCompleted")).toMatchObject([
      { input: { tool: "ask_user" } },
      { input: { tool: "set_disposition" } },
    ]);
    expect(JSON.stringify(of("toolResult"))).toContain("Answer: base");
    for (const asked of of("approvalRequested")) expect(asked).toMatchObject({ auto: { by: "policy" } });
    expect((await bench.run("ls", "--json")).json).toMatchObject([{ disposition: "completed" }]);
    expect(JSON.stringify(bench.model.requests.main.at(-1)?.body)).toContain("Answer: base");
  });
});
