import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { claudeBackend } from "@nucleic/adapter-claude";
import { codexBackend } from "@nucleic/adapter-codex";
import { type AgentBackend, type AgentEvent, createIds, SessionSpec, systemClock } from "@nucleic/protocol";
import { createWorktree, openRepository } from "@nucleic/worktree";

const task = parseArgs({ allowPositionals: true }).positionals.join(" ") || "What is in this folder?";
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const repository = await openRepository(process.cwd());
const backends = [claudeBackend(), codexBackend()];

// One stream, whoever it comes from: each event in its agent's column, in the order of arrival.
const width = Math.floor((process.stdout.columns ?? 120) / backends.length) - 2;
function show(column: number, event: AgentEvent): void {
  const text = lineOf(event);
  if (text === undefined) return;
  const cells = backends.map((_, other) => (other === column ? text.slice(0, width) : "").padEnd(width));
  process.stdout.write(`${cells.join("│ ").trimEnd()}\n`);
}

function lineOf(event: AgentEvent): string | undefined {
  if (event.kind === "sessionStarted") return `● ${event.backend} ${event.model ?? ""}`;
  if (event.kind === "assistantText" && !event.isPartial) return event.text.replaceAll("\n", " ");
  if (event.kind === "toolCallStarted") return `▸ ${event.tool}`;
  if (event.kind === "fileChange") return `${event.change} ${event.path}`;
  if (event.kind === "approvalResolved") return `${event.decision.kind} by ${event.decidedBy.by}`;
  if (event.kind === "error") return `! ${event.message}`;
  if (event.kind === "turnCompleted") return `■ ${event.outcome}`;
  return undefined;
}

// Both may ask at once; a person answers one after the other, and each agent waits for as long as that takes.
let asking = Promise.resolve("");
async function work(backend: AgentBackend, column: number): Promise<void> {
  const id = createIds(systemClock).session();
  const baseDir = join(tmpdir(), "embed-both");
  const { path: cwd, branch } = await createWorktree({ repository, id, title: task, baseDir });
  await using run = await backend.start(SessionSpec.parse({ sessionId: id, cwd }), {
    async requestApproval({ tool, input, diff }, signal) {
      const { displayName } = backend.describe();
      const question = `${displayName}: ${tool} ${diff ?? JSON.stringify(input)}\nAllow? [y/N] `;
      asking = asking.catch(() => "").then(() => terminal.question(question, { signal }));
      const kind = (await asking) === "y" ? "allow" : "deny";
      return { decision: { kind }, by: { by: "person" } };
    },
  });
  await run.send({ text: task, context: [] });
  for await (const event of run.events) {
    show(column, event);
    if (event.kind === "turnCompleted") break;
  }
  process.stdout.write(`${backend.describe().displayName} worked in ${cwd}, on the branch ${branch}\n`);
}

await Promise.all(backends.map(work));
terminal.close();
