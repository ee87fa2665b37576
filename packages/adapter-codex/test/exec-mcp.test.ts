import { fileURLToPath } from "node:url";
import type { McpServerSpec } from "@nucleic/protocol";
import type { Reply } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { execBench, only, playOnce } from "./exec-lab.ts";

const server: McpServerSpec = {
  transport: "stdio",
  command: process.execPath,
  args: [fileURLToPath(new URL("programs/mcp-server.mjs", import.meta.url))],
  env: { TOKEN: "sesame" },
};
const replies: readonly Reply[] = [
  [{ call: "Mcp", input: { server: "own", tool: "peek", arguments: {} } }],
  [{ call: "Bash", input: { command: "env; tr '\\0' '\\n' < /proc/$PPID/environ; sleep 0.2" } }],
  [{ say: "Done." }],
];

test("a server of the session gets its secret, which no command line and no command of the model's shows", async () => {
  await using lab = await execBench(replies);
  const spec = lab.spec({ mcpServers: { own: server }, allowedTools: ["mcp__own__peek"] });
  const events = await playOnce(await lab.backend.start(spec, {}), "Look.");
  const [peeked, environment] = only(events, "toolResult");
  expect(peeked?.content).toEqual([{ kind: "text", text: "token sesame, leaked 0" }]);
  expect(JSON.stringify(environment?.content)).toContain("PATH=");
  expect(JSON.stringify(environment?.content)).not.toContain("sesame");
  expect(only(events, "turnCompleted")).toMatchObject([{ outcome: "completed" }]);
});

test("a tool that nobody has allowed is refused, and the turn says so", async () => {
  await using lab = await execBench(replies);
  const spec = lab.spec({ mcpServers: { own: server } });
  const events = await playOnce(await lab.backend.start(spec, {}), "Look.");
  expect(only(events, "toolResult")[0]).toMatchObject({ isError: true });
  expect(only(events, "turnCompleted")).toMatchObject([
    { outcome: "failed", error: { code: "unsupported" } },
  ]);
});
