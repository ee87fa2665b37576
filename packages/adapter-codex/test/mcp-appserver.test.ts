import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { McpServerSpec } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { allowAll, bench, faultsOf, hooksThat, Recording, say } from "./lab.ts";
import "./patience.ts";

const own: McpServerSpec = {
  transport: "stdio",
  command: process.execPath,
  args: [fileURLToPath(new URL("programs/mcp-server.mjs", import.meta.url))],
  env: { TOKEN: "shown", SECRET: "sesame" },
};
const peek = { call: "Mcp", input: { server: "own", tool: "peek", arguments: {} } } as const;
const look = {
  call: "Bash",
  input: { command: "env; tr '\\0' '\\n' < /proc/$PPID/environ; ps -ef" },
} as const;

test("a server of the session is asked about, and its secret shows nowhere", async () => {
  await using lab = await bench({ replies: [[peek], [look], [{ say: "Done." }]] });
  const { hooks, asked } = allowAll();
  await using run = await lab.backend.start(lab.spec({ mcpServers: { own } }), hooks);
  const events = new Recording(run);
  await run.send(say("look"));
  await events.next("turnCompleted", ({ outcome }) => outcome === "completed");
  await run.close();
  expect(asked.map(({ tool }) => tool)).toEqual(["Mcp", "Bash"]);
  const [peeked, environment] = events.of("toolResult");
  expect(peeked?.content).toEqual([{ kind: "text", text: "token shown, leaked 0" }]);
  expect(JSON.stringify(environment?.content)).not.toContain("sesame");
  // The answer of the tool is in the session's own history.
  const holders = (await files(lab.home)).map(async (path) => ({
    path,
    text: await readFile(path, "latin1"),
  }));
  const holding = (await Promise.all(holders)).filter(({ text }) => text.includes("sesame"));
  expect(holding.map(({ path }) => path)).toEqual([]);
  expect(faultsOf(await events.done)).toEqual([]);
});

test.each([
  {
    name: "what the spec allows is not asked about",
    allowedTools: ["mcp__own__peek"],
    asks: 0,
    isError: false,
  },
  { name: "what is denied is not called", allowedTools: [], asks: 1, isError: true },
])("$name", async ({ allowedTools, asks, isError }) => {
  await using lab = await bench({ replies: [[peek], [{ say: "Done." }]] });
  const { hooks, asked } = hooksThat({ kind: "deny" });
  await using run = await lab.backend.start(lab.spec({ mcpServers: { own }, allowedTools }), hooks);
  const events = new Recording(run);
  await run.send(say("look"));
  await events.next("turnCompleted", ({ outcome }) => outcome === "completed");
  await run.close();
  expect(asked).toHaveLength(asks);
  expect(events.of("toolResult")).toMatchObject([{ isError }]);
  expect(faultsOf(await events.done)).toEqual([]);
});

async function files(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
