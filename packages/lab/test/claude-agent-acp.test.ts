import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type AcpRun, acpAgent } from "./acp-agent.ts";
import { outsideProxy } from "./outside-proxy.ts";

const install = { timeout: 300_000 };
const claude = (run: AcpRun) => acpAgent("claude-agent-acp", "0.49.0", [], run);

test("claude-agent-acp says and thinks what the script says, and asks nobody else", install, async () => {
  await using proxy = await outsideProxy();
  await using agent = await claude({
    replies: [[{ think: "Let me see." }, { say: "Hello from the script." }]],
    env: proxy.env,
  });
  expect(await agent.prompt("Say hello.")).toMatchObject({ stopReason: "end_turn" });
  expect(agent.text("agent_thought_chunk")).toBe("Let me see.");
  expect(agent.text("agent_message_chunk")).toBe("Hello from the script.");
  expect(JSON.stringify(agent.model.requests.main[0]?.body)).toContain("Say hello.");
  await agent.close();
  expect(proxy.attempts).toEqual([]);
});

test("what would leave the machine is seen", install, async () => {
  await using proxy = await outsideProxy();
  await using agent = await claude({
    env: { ...proxy.env, ANTHROPIC_BASE_URL: "https://claude.invalid" },
  });
  const turn = agent.prompt("Say hello.").catch(() => undefined);
  await proxy.attempted;
  expect(proxy.attempts[0]).toBe("CONNECT claude.invalid:443 HTTP/1.1");
  await agent.close();
  await turn;
});

test("it asks before a command and before a new file, and does both", install, async () => {
  await using agent = await claude({
    replies: [
      [{ call: "Bash", input: { command: "echo made > made.txt" } }],
      [{ call: "Write", input: { path: "new.txt", content: "fresh\n" } }],
    ],
  });
  expect(await agent.prompt("Go.")).toMatchObject({ stopReason: "end_turn" });
  expect(agent.asked).toEqual(["echo made > made.txt", "Write new.txt"]);
  expect(await readFile(join(agent.cwd, "made.txt"), "utf8")).toBe("made\n");
  expect(await readFile(join(agent.cwd, "new.txt"), "utf8")).toBe("fresh\n");
});
