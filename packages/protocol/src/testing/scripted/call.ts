import type { ApprovalRequest, Decision } from "../../approval.ts";
import { askApproval, askQuestions } from "../../ask.ts";
import type { EventBodyOf } from "../../event.ts";
import { PlanEntry } from "../../events/change.ts";
import { Question } from "../../question.ts";
import type { ToolInput } from "../../tool.ts";
import { Interrupted } from "./end.ts";
import type { Performed, Preview } from "./options.ts";
import type { Call } from "./reply.ts";
import type { ScriptedSession } from "./session.ts";

/** Stops the turn from within a call. */
export type StopTurn = (reason: Interrupted) => void;

/** Makes one call: asks where it has to, does it, reports. Always ends with the call's one `toolResult`. */
export async function makeCall(
  session: ScriptedSession,
  call: Call,
  signal: AbortSignal,
  stopTurn: StopTurn,
): Promise<EventBodyOf<"toolResult">> {
  if (call.tool === "AskUser") return answer(session, call, signal);
  let input = call.input;
  if (session.world.asks.has(call.tool)) {
    const shown = await preview(session, call);
    if (shown instanceof Error) return finish(session, call, { text: String(shown), isError: true });
    const decision = await ask(session, call, shown, signal);
    if (signal.aborted) return cutShort(session, call);
    if (decision.kind === "deny" || decision.kind === "cancelRun") {
      const denied = finish(session, call, { text: decision.message ?? "Denied.", isError: true });
      if (decision.kind === "cancelRun") stopTurn(new Interrupted());
      return denied;
    }
    if (decision.kind === "allow") input = decision.updatedInput ?? input;
  }
  return perform(session, call, input, signal);
}

/** The result of a call that something cut short. */
export function cutShort(session: ScriptedSession, call: Call): EventBodyOf<"toolResult"> {
  return finish(session, call, cut, { truncated: true });
}

const cut = { text: "Cut short.", isError: true } as const;

type Shown = Awaited<ReturnType<Preview>>;

async function preview({ world, spec }: ScriptedSession, { tool, input }: Call): Promise<Shown | Error> {
  return world.preview(tool, input, spec).catch((error: unknown) => new Error(String(error)));
}

async function ask(
  session: ScriptedSession,
  call: Call,
  shown: Shown,
  signal: AbortSignal,
): Promise<Decision> {
  const { world, spec } = session;
  const request: ApprovalRequest = {
    id: world.ids.approval(),
    sessionId: spec.sessionId,
    toolCallId: call.toolCallId,
    tool: call.tool,
    nativeTool: call.nativeTool,
    input: call.input,
    cwd: spec.cwd,
    ...shown,
    options: ["allow", "allowAlways", "deny", "cancelRun"],
    createdAt: world.clock.now(),
  };
  session.tell({ kind: "approvalRequested", request });
  const { decision, by } = await askApproval(session.hooks, request, signal, world.capabilities);
  session.tell({ kind: "approvalResolved", approvalId: request.id, decision, decidedBy: by });
  return decision;
}

async function answer(
  session: ScriptedSession,
  call: Call,
  signal: AbortSignal,
): Promise<EventBodyOf<"toolResult">> {
  const questions = Question.array().safeParse(call.input.questions);
  if (!questions.success) return finish(session, call, { text: "Not a question.", isError: true });
  const request = {
    id: session.world.ids.question(),
    sessionId: session.spec.sessionId,
    toolCallId: call.toolCallId,
    questions: questions.data,
    createdAt: session.world.clock.now(),
  };
  session.tell({
    kind: "questionAsked",
    questionId: request.id,
    toolCallId: call.toolCallId,
    questions: request.questions,
  });
  const reply = await askQuestions(session.hooks, request, signal);
  session.tell({
    kind: "questionAnswered",
    questionId: request.id,
    ...(reply.kind === "answered" && { answers: reply.answers }),
    answeredBy: reply.by,
  });
  if (signal.aborted) return cutShort(session, call);
  if (reply.kind === "answered") return finish(session, call, { text: JSON.stringify(reply.answers) });
  return finish(session, call, { text: reply.message ?? "Declined.", isError: true });
}

async function perform(
  session: ScriptedSession,
  call: Call,
  input: ToolInput,
  signal: AbortSignal,
): Promise<EventBodyOf<"toolResult">> {
  const { perform, clock } = session.world;
  const startedMs = clock.monotonicMs();
  const performed = await perform(call.tool, input, session.spec, signal).catch(
    (error: unknown): Performed => ({ text: signal.aborted ? cut.text : String(error), isError: true }),
  );
  const durationMs = clock.monotonicMs() - startedMs;
  const entries = PlanEntry.array().safeParse(call.tool === "TodoWrite" ? input.entries : undefined);
  if (entries.success) session.tell({ kind: "planUpdated", entries: entries.data });
  for (const change of performed.changes ?? [])
    session.tell({
      kind: "fileChange",
      toolCallId: call.toolCallId,
      ...change,
      inferred: !session.world.capabilities.emitsFileChangeEvents,
    });
  // One that was done before the word to stop reached it is done.
  const truncated = signal.aborted && performed.isError === true;
  return finish(session, call, performed, { durationMs, ...(truncated && { truncated }) });
}

function finish(
  session: ScriptedSession,
  call: Call,
  { text = "", isError = false, exitCode }: Performed,
  more: Pick<EventBodyOf<"toolResult">, "durationMs" | "truncated"> = {},
): EventBodyOf<"toolResult"> {
  const result: EventBodyOf<"toolResult"> = {
    kind: "toolResult",
    toolCallId: call.toolCallId,
    content: [{ kind: "text", text }],
    isError,
    ...(exitCode !== undefined && { exitCode }),
    ...more,
  };
  session.remember("tool", text);
  session.tell(result);
  return result;
}
