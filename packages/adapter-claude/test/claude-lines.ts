import { type OpenAsk, Translator } from "@nucleic/adapter-kit";
import type { ProcessExit } from "@nucleic/process";
import type { AgentEvent, AgentInput, EventKind, EventOf, SessionId, TurnId } from "@nucleic/protocol";
import { checkStream, idsFrom } from "@nucleic/protocol";
import type { NativeAsk, TranslateInput } from "../src/translate/input.ts";
import { type ClaudeState, initialState } from "../src/translate/state.ts";
import { translate } from "../src/translate/translate.ts";
import { decodeLine } from "../src/wire/decode-line.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Lines as Claude Code prints them, with what a test is about and little else. */
export const init = (fields: Fields = {}) => ({
  type: "system",
  subtype: "init",
  cwd: "/repo",
  session_id: "native-1",
  model: "claude-opus",
  permissionMode: "default",
  tools: ["Bash"],
  claude_code_version: "2.1.332",
  ...fields,
});

export const system = (subtype: string, fields: Fields = {}) => ({ type: "system", subtype, ...fields });

export const stream = (event: Fields, fields: Fields = {}) => ({
  type: "stream_event",
  event,
  parent_tool_use_id: null,
  ...fields,
});

export const messageStart = (id: string) => stream({ type: "message_start", message: { id } });
export const blockStart = (index: number, content_block: Fields) =>
  stream({ type: "content_block_start", index, content_block });
export const textStart = (index: number) => blockStart(index, { type: "text", text: "" });
export const textDelta = (index: number, text: string) =>
  stream({ type: "content_block_delta", index, delta: { type: "text_delta", text } });

export const assistant = (id: string, block: Fields, fields: Fields = {}) => ({
  type: "assistant",
  message: { id, model: "claude-opus", content: [block] },
  parent_tool_use_id: null,
  ...fields,
});

export const said = (id: string, text: string, fields: Fields = {}) =>
  assistant(id, { type: "text", text }, fields);

export const called = (id: string, toolUseId: string, name: string, input: Fields, fields: Fields = {}) =>
  assistant(id, { type: "tool_use", id: toolUseId, name, input }, fields);

export const bash = (id: string, toolUseId: string, fields: Fields = {}) =>
  called(id, toolUseId, "Bash", { command: "ls" }, fields);

/** A tool result; `fields` are those of the line, `block` those of the result itself. */
export const toolResult = (toolUseId: string, content: unknown, fields: Fields = {}, block: Fields = {}) => ({
  type: "user",
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: toolUseId, content, ...block }] },
  parent_tool_use_id: null,
  ...fields,
});

export const failedResult = (toolUseId: string, content: string, fields: Fields = {}) =>
  toolResult(toolUseId, content, fields, { is_error: true });

export const result = (fields: Fields = {}) => ({
  type: "result",
  subtype: "success",
  is_error: false,
  terminal_reason: "completed",
  stop_reason: "end_turn",
  ...fields,
});

export const interrupted = () =>
  result({ subtype: "error_during_execution", is_error: true, terminal_reason: "aborted_tools" });

export const canUseTool = (requestId: string, toolName: string, input: Fields, fields: Fields = {}) => ({
  type: "control_request",
  request_id: requestId,
  request: { subtype: "can_use_tool", tool_name: toolName, input, ...fields },
});

export const input = (text: string, uuid = text, steer = false): TranslateInput => {
  const value: AgentInput = { text, context: [] };
  return { kind: "input", input: value, uuid, steer };
};

export const exit = (fields: Partial<ProcessExit> = {}, expected = false): TranslateInput => ({
  kind: "exit",
  expected,
  exit: { cause: "exited", code: 0, forced: false, durationMs: 5, stderrTail: "", ...fields },
});

export type Move = Fields | TranslateInput;

/** A run that is fed lines and other inputs, in order, and keeps every event. Ids are `id-1`, `id-2` … */
export class Play {
  readonly events: AgentEvent[] = [];
  /** Every ask, as it was first seen. */
  readonly asks: OpenAsk<NativeAsk>[] = [];
  readonly translator: Translator<NativeAsk, ClaudeState, TranslateInput>;

  constructor(options: { readonly resumed?: boolean; readonly answersSeen?: boolean } = {}) {
    let ids = 0;
    let now = 0;
    this.translator = new Translator({
      ids: idsFrom(() => `id-${++ids}`),
      clock: { now: () => ++now },
      translate,
      initial: initialState({
        sessionId: "session-1" as SessionId,
        cwd: "/repo",
        resumed: options.resumed ?? false,
        ...(options.answersSeen !== undefined && { answersSeen: options.answersSeen }),
      }),
    });
  }

  /** Answers what these moves gave. */
  feed(...moves: readonly Move[]): AgentEvent[] {
    return moves.flatMap((move) => {
      const before = this.translator.state.asks;
      const events = this.translator.take(inputOf(move));
      this.events.push(...events);
      for (const [id, ask] of this.translator.state.asks) if (!before.has(id)) this.asks.push(ask);
      return events;
    });
  }

  of<K extends EventKind>(kind: K): EventOf<K>[] {
    return this.events.filter((event): event is EventOf<K> => event.kind === kind);
  }

  kinds(): string[] {
    return this.events.map((event) => event.kind);
  }

  check() {
    return checkStream(this.events);
  }

  turnIds(): (TurnId | undefined)[] {
    return this.of("turnStarted").map((event) => event.turnId);
  }
}

/** A whole run of these moves. */
export function play(...moves: readonly Move[]): Play {
  const run = new Play();
  run.feed(...moves);
  return run;
}

/** As when a bare stdout is decoded: nothing of stdin is seen. */
export function playBare(...moves: readonly Move[]): Play {
  const run = new Play({ answersSeen: false });
  run.feed(...moves);
  return run;
}

function inputOf(move: Move): TranslateInput {
  if ("kind" in move) return move as TranslateInput;
  return { kind: "line", line: decodeLine(new TextEncoder().encode(JSON.stringify(move))) };
}
