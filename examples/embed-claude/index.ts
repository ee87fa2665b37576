import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { claudeBackend } from "@nucleic/adapter-claude";
import { createIds, SessionSpec, systemClock } from "@nucleic/protocol";

const { positionals } = parseArgs({ allowPositionals: true });
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const backend = claudeBackend();
const { installed, hint } = await backend.probe();
if (!installed) throw new Error(hint);

const spec = SessionSpec.parse({ sessionId: createIds(systemClock).session(), cwd: process.cwd() });
await using run = await backend.start(spec, {
  // Claude Code waits here before each tool that changes something, for as long as it takes.
  async requestApproval({ nativeTool, input, diff }, signal) {
    process.stdout.write(`\n${nativeTool} ${diff ?? JSON.stringify(input)}\n`);
    const answer = await terminal.question("Allow? [y/N] ", { signal });
    return { decision: { kind: answer === "y" ? "allow" : "deny" }, by: { by: "person" } };
  },
});
await run.send({ text: positionals.join(" ") || "What is in this folder?", context: [] });

for await (const event of run.events) {
  if (event.kind === "assistantText" && event.isPartial) process.stdout.write(event.text);
  if (event.kind === "toolResult" && event.isError)
    process.stdout.write("\n(the tool failed or was refused)\n");
  if (event.kind === "error") process.stderr.write(`${event.message} ${event.hint ?? ""}\n`);
  if (event.kind === "turnCompleted") break;
}
terminal.close();
