import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type KnownCliName, knownClis } from "@nucleic/lab";
import { type AcpAgent, type AcpRun, acpAgent } from "./acp-agent.ts";
import { outsideProxy } from "./outside-proxy.ts";

// Drives Gemini CLI and opencode, which take seconds to start, through what the tests do with Grok, and prints a line of
// JSON for each thing tried:
//
//   node --conditions=@nucleic/source packages/lab/test/slow-agents.ts [gemini|opencode]
//
// Exits 1 where one of them is not as it should be.

interface Trial {
  readonly title: string;
  readonly run: AcpRun;
  check(agent: AcpAgent): Promise<void>;
}

const ends = async (agent: AcpAgent) => {
  const { stopReason } = await agent.prompt("Do what the script says.");
  assert.equal(stopReason, "end_turn");
};
const fails = async (agent: AcpAgent, said: RegExp) => assert.rejects(agent.prompt("Go."), said);
const contentOf = (agent: AcpAgent, path: string) => readFile(join(agent.cwd, path), "utf8");

const trials: readonly Trial[] = [
  {
    title: "says and thinks what the script says",
    run: { replies: [[{ think: "Let me see." }, { say: "Hello from the script." }]] },
    async check(agent) {
      await ends(agent);
      assert.match(agent.text("agent_thought_chunk"), /Let me see\./);
      assert.equal(agent.text("agent_message_chunk"), "Hello from the script.");
    },
  },
  {
    title: "asks for each of several calls of one reply, and does it, by relative paths",
    run: {
      files: { "old.txt": "one\ntwo\n" },
      replies: [
        [
          { call: "Read", input: { path: "old.txt", offset: 1, limit: 1 } },
          { call: "Edit", input: { path: "old.txt", oldText: "two", newText: "2" } },
          { call: "Write", input: { path: "new.txt", content: "fresh\n" } },
          { call: "Bash", input: { command: "echo made > made.txt" } },
        ],
      ],
    },
    async check(agent) {
      await ends(agent);
      assert.equal(agent.asked.length, 3);
      assert.equal(await contentOf(agent, "old.txt"), "one\n2\n");
      assert.equal(await contentOf(agent, "new.txt"), "fresh\n");
      assert.equal(await contentOf(agent, "made.txt"), "made\n");
    },
  },
  {
    title: "does not run what is refused",
    run: { choose: "reject_once", replies: [[{ call: "Bash", input: { command: "echo no > no.txt" } }]] },
    async check(agent) {
      await ends(agent);
      await assert.rejects(contentOf(agent, "no.txt"), { code: "ENOENT" });
    },
  },
  {
    title: "401 ends the turn as an error",
    run: { replies: [[{ httpError: 401, message: "bad key" }]] },
    check: (agent) => fails(agent, /bad key/),
  },
  {
    title: "500 is tried again",
    run: { replies: [[{ httpError: 500, message: "boom" }], [{ say: "Here I am." }]] },
    async check(agent) {
      await ends(agent);
      assert.equal(agent.text("agent_message_chunk"), "Here I am.");
    },
  },
  {
    title: "a reply stands at a gate in the middle of its text",
    run: { replies: [[{ say: "before " }, { gate: "g" }, { say: "after" }]] },
    async check(agent) {
      const turn = agent.prompt("Go.");
      await agent.model.gateReached("g");
      await agent.untilUpdate("agent_message_chunk");
      assert.equal(agent.text("agent_message_chunk"), "before ");
      agent.model.openGate("g");
      await turn;
      assert.equal(agent.text("agent_message_chunk"), "before after");
    },
  },
];

const agents: Partial<Record<KnownCliName, readonly string[]>> = { gemini: ["--acp"], opencode: ["acp"] };
const chosen = new Set(process.argv.slice(2));

for (const name of ["gemini", "opencode"] as const) {
  if (chosen.size > 0 && !chosen.has(name)) continue;
  for (const version of knownClis[name].testedVersions)
    for (const trial of trials) await attempt(name, version, trial);
}

async function attempt(name: KnownCliName, version: string, { title, run, check }: Trial): Promise<void> {
  let failure: unknown;
  try {
    await using proxy = await outsideProxy();
    await using agent = await acpAgent(name, version, agents[name] ?? [], { ...run, env: proxy.env });
    await check(agent);
    await agent.close();
    assert.deepEqual(proxy.attempts, [], "it asks nobody but the scripted model");
  } catch (error) {
    failure = error;
    process.exitCode = 1;
  }
  const said = failure === undefined ? {} : { failure: String(failure) };
  process.stdout.write(
    `${JSON.stringify({ cli: name, version, title, ok: failure === undefined, ...said })}\n`,
  );
}
