import { basename } from "node:path";
import { emitKeypressEvents } from "node:readline";
import { parseArgs } from "node:util";
import { claudeBackend } from "@nucleic/adapter-claude";
import type { AgentEvent } from "@nucleic/protocol";
import { dataDirectory, openRuntime } from "@nucleic/runtime";

const { values, positionals } = parseArgs({
  options: { resume: { type: "string" }, answer: { type: "string" } },
  allowPositionals: true,
});
const input = positionals.join(" ");
const print = (line: string) => process.stdout.write(`${line}\n`);

// All that lasts is in this folder. What an earlier frontend was doing when it died is interrupted from here on.
const dataDir = dataDirectory(process.env, process.platform);
const runtime = await openRuntime({ dataDir, backends: [claudeBackend()] });
for (const { id, status, title } of await runtime.listSessions()) print(`${id} ${status}: ${title}`);
if (input !== "") await work();
await runtime.close();

async function work(): Promise<void> {
  const earlier = values.resume === undefined ? undefined : await runtime.findSession(values.resume);
  const session = earlier ? await runtime.resumeSession(earlier.id, { input }) : await start();
  // Where the turn has ended meanwhile there is nothing to interrupt.
  const interrupt = () => session.interrupt().catch(() => undefined);
  const answer = (kind: string | undefined, request = session.pendingApprovals[0]) => {
    if (request && (kind === "allow" || kind === "deny")) void session.answerApproval(request.id, { kind });
  };

  // One key answers what has waited longest; ctrl-c interrupts the turn, and the session stays.
  process.on("SIGINT", interrupt);
  emitKeypressEvents(process.stdin);
  if (process.stdin.isTTY) process.stdin.setRawMode(true);
  process.stdin.on("keypress", (_text, { name, ctrl }) => {
    if (ctrl && name === "c") interrupt();
    else answer({ y: "allow", n: "deny" }[String(name)]);
  });

  // From the first record on: what was said before is shown again, and goes on live without a gap.
  for await (const event of session.subscribe()) {
    const known = event as AgentEvent; // a newer version's kind is none of those below
    const isLive = (known.seq ?? 0) > (earlier?.lastSeq ?? 0);
    show(known);
    if (known.kind === "approvalRequested" && isLive) answer(values.answer, known.request);
    if (known.kind === "questionAsked" && isLive) await session.answerQuestion(known.questionId, undefined);
    if (known.kind === "turnCompleted" && isLive) break;
  }
  await session.close();
  process.stdin.pause();
}

async function start() {
  const cwd = process.cwd();
  const folder = { rootPath: cwd, name: basename(cwd), defaultBranch: "main" };
  const { id: projectId } = await runtime.projects.ensure(folder);
  const workspace = { cwd };
  return runtime.createSession({ projectId, backend: "claude", title: input, workspace, input });
}

function show(event: AgentEvent): void {
  if (event.kind === "userMessage") print(`> ${event.text}`);
  if (event.kind === "assistantText" && !event.isPartial) print(event.text);
  if (event.kind === "approvalRequested") print(`? ${event.request.summary} [y/n]`);
  if (event.kind === "approvalResolved") print(`  ${event.decision.kind} by ${event.decidedBy.by}`);
  if (event.kind === "toolResult" && event.isError) print("  the tool failed or was refused");
  if (event.kind === "error") print(`! ${event.message}`);
  if (event.kind === "turnCompleted") print(`■ ${event.outcome}`);
}
