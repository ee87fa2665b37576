import {
  type CommonInput,
  closeAsk,
  codeOfStatus,
  eventError,
  howEnded,
  invalidLine,
  type Json,
  lineTooLong,
  number,
  object,
  openApproval,
  readLine,
  runFinished,
  runOutcome,
  type SessionState,
  type Stamp,
  Step,
  type Translation,
  takeAnswer,
  text,
} from "@nucleic/adapter-kit";
import { type AgentInput, type BackendCapabilities, ToolCallId, type ToolName } from "@nucleic/protocol";

export const capabilities: BackendCapabilities = {
  interactiveApprovals: true,
  canModifyToolInput: false,
  partialMessageStreaming: true,
  followUpWhileRunning: false,
  emitsFileChangeEvents: false,
  reportsCost: false,
  canFork: false,
  canSetModel: false,
  canSetMode: false,
  supportsImages: false,
  mcpInjection: false,
};

const tools: Readonly<Record<string, ToolName>> = { read_file: "Read", write_file: "Write", run: "Bash" };

/** What has to be known between two lines. Of an ask that is the agent's id of the call. */
export interface State extends SessionState<string> {
  readonly cwd: string;
  readonly resumed: boolean;
  readonly said: { readonly messageId: string; readonly text: string } | undefined;
  readonly calls: ReadonlyMap<string, { readonly nativeTool: string; readonly input: Json }>;
}

export type Input =
  | CommonInput
  | { readonly kind: "line"; readonly bytes: Uint8Array }
  | { readonly kind: "prompt"; readonly input: AgentInput };

export function translate(state: State, input: Input, stamp: Stamp): Translation<State> {
  const step = new Step<string, State>(state, stamp);
  if (input.kind === "line") line(step, input.bytes);
  else if (input.kind === "prompt") {
    step.set({ turn: { id: step.ids.turn() } });
    step.emit({ kind: "turnStarted", cause: "user", input: input.input });
  } else if (input.kind === "answered" || input.kind === "replied") takeAnswer(step, input);
  else if (input.kind === "overflow") step.emit(lineTooLong(input.lengthBytes));
  else if (input.kind === "exit") exit(step, input);
  return step.end();
}

type S = Step<string, State>;

function line(step: S, bytes: Uint8Array): void {
  const read = readLine(bytes);
  if (read.status === "invalid") step.emit(invalidLine("Pocket", read));
  if (read.status !== "object") return;
  const { is, ...message } = read.value;
  const id = text(message.call);
  if (is === "ready") ready(step, message);
  else if (is === "text") say(step, text(message.text) ?? "");
  else if (is === "call" && id) call(step, id, message);
  else if (is === "ask" && id) ask(step, id);
  else if (is === "result" && id)
    result(step, id, { text: text(message.text) ?? "", isError: message.failed !== false });
  else if (is === "over") over(step, message);
  else step.emit({ kind: "raw", backend: "pocket", native: read.value });
}

function ready(step: S, { session }: Json): void {
  const { cwd, resumed } = step.state;
  const backendSessionId = text(session) ?? "";
  step.emit({ kind: "sessionStarted", backend: "pocket", backendSessionId, cwd, capabilities, resumed });
}

function say(step: S, piece: string): void {
  const { messageId, text: before } = step.state.said ?? {
    messageId: `message-${step.ids.turn()}`,
    text: "",
  };
  step.set({ said: { messageId, text: before + piece } });
  step.emit({ kind: "assistantText", messageId, text: piece, isPartial: true });
}

function closeText(step: S, truncated: boolean): void {
  const { said } = step.state;
  step.set({ said: undefined });
  if (said) step.emit({ kind: "assistantText", ...said, isPartial: false, ...(truncated && { truncated }) });
}

function call(step: S, id: string, message: Json): void {
  closeText(step, false);
  const nativeTool = text(message.tool) ?? "";
  const input = object(message.input) ?? {};
  const toolCallId = ToolCallId.parse(id);
  step.set({ calls: new Map(step.state.calls).set(id, { nativeTool, input }) });
  step.emit({ kind: "toolCallStarted", toolCallId, tool: tools[nativeTool] ?? "Other", nativeTool });
  step.emit({ kind: "toolCallCompleted", toolCallId, input });
}

function ask(step: S, id: string): void {
  const known = step.state.calls.get(id);
  if (!known) return;
  const { sessionId, cwd } = step.state;
  const tool = tools[known.nativeTool] ?? "Other";
  const about = {
    id: step.ids.approval(),
    sessionId,
    cwd,
    toolCallId: ToolCallId.parse(id),
    createdAt: step.at,
  };
  openApproval(
    step,
    { ...about, ...known, tool, options: ["allow", "allowAlways", "deny", "cancelRun"] },
    id,
  );
}

function result(step: S, id: string, said: { text: string; isError: boolean; truncated?: boolean }): void {
  if (!step.state.calls.has(id)) return;
  for (const open of step.state.asks.values()) if (open.native === id) closeAsk(step, open, "withdrawn");
  const { text, ...rest } = said;
  const calls = new Map(step.state.calls);
  calls.delete(id);
  step.set({ calls });
  step.emit({
    kind: "toolResult",
    toolCallId: ToolCallId.parse(id),
    content: [{ kind: "text", text }],
    ...rest,
  });
}

function over(step: S, { how, status, reason }: Json): void {
  if (!step.state.turn) return;
  closeAll(step, how !== "completed");
  const code = number(status) === undefined ? "apiError" : codeOfStatus(number(status) ?? 0);
  if (how === "completed" || how === "interrupted") step.emit({ kind: "turnCompleted", outcome: how });
  else
    step.emit({
      kind: "turnCompleted",
      outcome: "failed",
      error: eventError(code, text(reason) ?? "It failed."),
    });
  step.set({ turn: undefined });
}

function closeAll(step: S, truncated: boolean): void {
  closeText(step, truncated);
  for (const id of step.state.calls.keys()) result(step, id, { text: "", isError: true, truncated: true });
}

function exit(step: S, { exit, expected, cutShort = false }: Extract<CommonInput, { kind: "exit" }>): void {
  const { turn, asks } = step.state;
  const fine = expected || (exit.code === 0 && !turn);
  const error = fine ? undefined : eventError("crashed", `Pocket ended ${howEnded(exit)}`);
  for (const open of asks.values()) closeAsk(step, open, "abandoned");
  closeAll(step, true);
  const outcome = expected ? "interrupted" : "failed";
  if (turn) step.emit({ kind: "turnCompleted", outcome, ...(error && { error }) });
  step.set({ turn: undefined });
  step.emit(runFinished(runOutcome(expected, cutShort, error), error, exit));
}
