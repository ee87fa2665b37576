import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Reply } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { type AcpRun, acpAgent } from "./acp-agent.ts";
import { outsideProxy } from "./outside-proxy.ts";

const install = { timeout: 180_000 };
const codex = (run: AcpRun) => acpAgent("codex-acp", "0.16.0", [], run);

test("codex-acp says and thinks what the script says, and asks nobody else", install, async () => {
  await using proxy = await outsideProxy();
  await using agent = await codex({
    replies: [[{ think: "Let me see." }, { say: "Hello from the script." }]],
    env: proxy.env,
  });
  expect(await agent.prompt("Say hello.")).toMatchObject({ stopReason: "end_turn" });
  expect(agent.text("agent_thought_chunk").trim()).toBe("Let me see.");
  expect(agent.text("agent_message_chunk")).toBe("Hello from the script.");
  expect([...agent.model.requests]).toMatchObject([{ kind: "main", path: "/v1/responses" }]);
  await agent.close();
  expect(proxy.attempts).toEqual([]);
});

test("what would leave the machine is seen", install, async () => {
  await using proxy = await outsideProxy();
  const elsewhere = ["-c", 'model_providers.lab.base_url="https://codex.invalid/v1"'];
  await using agent = await acpAgent("codex-acp", "0.16.0", elsewhere, { env: proxy.env });
  const turn = agent.prompt("Say hello.").catch(() => undefined);
  await proxy.attempted;
  expect(proxy.attempts[0]).toBe("CONNECT codex.invalid:443 HTTP/1.1");
  await agent.close();
  await turn;
});

test("it asks before a patch and before a command outside the sandbox, and does both", install, async () => {
  const command = "echo made > made.txt";
  await using agent = await codex({
    replies: [
      [
        { call: "Write", input: { path: "new.txt", content: "fresh\n" } },
        {
          call: "Bash",
          input: { command, sandbox_permissions: "require_escalated", justification: "Make it." },
        },
      ],
    ],
  });
  expect(await agent.prompt("Go.")).toMatchObject({ stopReason: "end_turn" });
  expect(agent.asked.toSorted()).toEqual([`Edit ${join(agent.cwd, "new.txt")}`, command]);
  expect(await readFile(join(agent.cwd, "new.txt"), "utf8")).toBe("fresh\n");
  expect(await readFile(join(agent.cwd, "made.txt"), "utf8")).toBe("made\n");
});

test("its sandbox works, and lets nothing be written where it is to read only", install, async () => {
  const command = "cat old.txt; echo made > made.txt";
  await using agent = await codex({
    replies: [[{ call: "Bash", input: { command } }]],
    files: { "old.txt": "old\n" },
  });
  expect(await agent.prompt("Go.")).toMatchObject({ stopReason: "end_turn" });
  expect(agent.asked).toEqual([]);
  expect(JSON.stringify(agent.model.requests.main[1]?.body)).toMatch(/old\\n.*made.txt: Permission denied/);
  await expect(readFile(join(agent.cwd, "made.txt"))).rejects.toMatchObject({ code: "ENOENT" });
});

test("a list of tasks becomes a plan", install, async () => {
  const entries = [{ text: "first", status: "in_progress" }];
  await using agent = await codex({ replies: [[{ call: "TodoWrite", input: { entries } }]] });
  await agent.prompt("Go.");
  expect(agent.updates("plan")[0]).toMatchObject({ entries: [{ content: "first", status: "in_progress" }] });
});

const failures: readonly [string, Reply][] = [
  ["400", [{ httpError: 400, message: "no" }]],
  ["401", [{ httpError: 401, message: "no" }]],
  ["429", [{ httpError: 429, message: "no" }]],
  ["500", [{ httpError: 500, message: "no" }]],
  ["a cut", [{ say: "half " }, { cut: true }]],
];

test.for(failures)("%s ends the turn as an error, and nothing is tried again", install, async ([, reply]) => {
  await using agent = await codex({ replies: [reply] });
  await expect(agent.prompt("Go.")).rejects.toMatchObject({ name: "JsonRpcError", code: -32603 });
  expect(agent.model.requests).toHaveLength(1);
});
