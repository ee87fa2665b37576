import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Reply } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { type AcpRun, acpAgent } from "./acp-agent.ts";

const install = { timeout: 180_000 };
const grok = (run: AcpRun) => acpAgent("grok", "1.0.41", ["agent", "stdio"], run);

test("Grok says and thinks what the script says", install, async () => {
  await using agent = await grok({
    replies: [[{ think: "Let me see." }, { say: "Hello from the script." }]],
  });
  expect(await agent.prompt("Say hello.")).toMatchObject({ stopReason: "end_turn" });
  expect(agent.text("agent_thought_chunk")).toBe("Let me see.");
  expect(agent.text("agent_message_chunk")).toBe("Hello from the script.");
  expect(JSON.stringify(agent.model.requests.main[0]?.body)).toContain("Say hello.");
});

interface ToolRow {
  readonly title: string;
  readonly reply: Reply;
  readonly asked: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

const toolRows: readonly ToolRow[] = [
  {
    title: "a command",
    reply: [{ call: "Bash", input: { command: "echo made > made.txt" } }],
    asked: ["Execute `echo made > made.txt`"],
    files: { "made.txt": "made\n" },
  },
  {
    title: "a file by a relative path",
    reply: [{ call: "Write", input: { path: "new.txt", content: "fresh\n" } }],
    asked: ["Write `new.txt`"],
    files: { "new.txt": "fresh\n" },
  },
];

test.for(toolRows)("Grok asks for $title, and does it", install, async ({ reply, asked, files }) => {
  await using agent = await grok({ replies: [reply] });
  expect(await agent.prompt("Go.")).toMatchObject({ stopReason: "end_turn" });
  expect(agent.asked).toEqual(asked);
  for (const [path, text] of Object.entries(files))
    expect(await readFile(join(agent.cwd, path), "utf8")).toBe(text);
  expect(agent.text("agent_message_chunk")).toBe("All done.");
});
