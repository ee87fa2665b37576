import { Translator } from "@nucleic/adapter-kit";
import type { ProcessExit } from "@nucleic/process";
import {
  type AgentEvent,
  type ApprovalAnswer,
  checkStream,
  type EventKind,
  type EventOf,
  idsFrom,
  type SessionId,
} from "@nucleic/protocol";
import type { TranslateInput } from "../src/translate/input.ts";
import type { NativeAsk } from "../src/translate/native-ask.ts";
import { type CodexState, initialState } from "../src/translate/state.ts";
import { translate, translateEnd } from "../src/translate/translate.ts";
import { decodeLine } from "../src/wire/decode-line.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Lines as an app-server prints them, with what a test is about and little else. Thread `t`, turn `n1`. */
export const notification = (method: string, params: Fields = {}) => ({
  method,
  params: { threadId: "t", turnId: "n1", ...params },
  emittedAtMs: 5,
});

export const request = (id: number | string, method: string, params: Fields = {}) => ({
  method,
  id,
  params: { threadId: "t", turnId: "n1", ...params },
});

export const started = (item: Fields, params: Fields = {}) =>
  notification("item/started", { item, ...params });
export const completed = (item: Fields, params: Fields = {}) =>
  notification("item/completed", { item, ...params });

export const turnStarted = (id = "n1") =>
  notification("turn/started", { turn: { id, status: "inProgress", items: [], error: null } });
export const turnCompleted = (status = "completed", fields: Fields = {}, id = "n1") =>
  notification("turn/completed", { turn: { id, status, items: [], error: null, ...fields } });

export const message = (id: string, text = "") => ({ type: "agentMessage", id, text });
export const messageDelta = (itemId: string, delta: string) =>
  notification("item/agentMessage/delta", { itemId, delta });
/** A message in deltas of a word each, from its beginning to its end. */
export const said = (id: string, text: string) => [
  started(message(id)),
  ...text.split(/(?<= )/).map((word) => messageDelta(id, word)),
  completed(message(id, text)),
];

export const command = (id: string, fields: Fields = {}) => ({
  type: "commandExecution",
  id,
  command: "/bin/bash -lc 'ls -la'",
  cwd: "/repo",
  processId: null,
  source: "agent",
  status: "inProgress",
  aggregatedOutput: null,
  exitCode: null,
  durationMs: null,
  ...fields,
});
export const ran = (id: string, fields: Fields = {}) =>
  command(id, { status: "completed", exitCode: 0, durationMs: 3, aggregatedOutput: "a\n", ...fields });

export const patch = (id: string, changes: readonly Fields[], status = "inProgress") => ({
  type: "fileChange",
  id,
  changes,
  status,
});
export const add = (path: string, diff: string) => ({ path, kind: { type: "add" }, diff });
export const update = (path: string, diff: string, move_path: string | null = null) => ({
  path,
  kind: { type: "update", move_path },
  diff,
});

export const askCommand = (id: number, fields: Fields = {}) =>
  request(id, "item/commandExecution/requestApproval", {
    kind: "command",
    itemId: "c1",
    command: "/bin/bash -lc 'ls -la'",
    cwd: "/repo",
    reason: "Look?",
    ...fields,
  });
export const askPatch = (id: number, fields: Fields = {}) =>
  request(id, "item/fileChange/requestApproval", { itemId: "p1", reason: null, grantRoot: null, ...fields });

export const thread = (fields: Fields = {}): TranslateInput => ({
  kind: "threadStarted",
  resumed: false,
  result: {
    thread: { id: "t", cliVersion: "0.171.0", turns: [] },
    model: "gpt-5.5",
    cwd: "/repo",
    ...fields,
  },
});

export const input = (text: string, steer = false): TranslateInput => ({
  kind: "input",
  input: { text, context: [] },
  steer,
});

export const accepted = (turnId = "n1"): TranslateInput => ({ kind: "turnAccepted", turnId });

export const exit = (fields: Partial<ProcessExit> = {}, expected = false): TranslateInput => ({
  kind: "exit",
  expected,
  exit: { cause: "exited", code: 0, forced: false, durationMs: 5, stderrTail: "", ...fields },
});

export type Move = Fields | TranslateInput;

/** A thread that is fed lines and other inputs, in order, and keeps every event. Ids are `id-1`, `id-2` … */
export class Play {
  readonly events: AgentEvent[] = [];
  readonly #translator: Translator<NativeAsk, CodexState, TranslateInput>;

  constructor({ answersSeen = true } = {}) {
    let ids = 0;
    let now = 0;
    this.#translator = new Translator({
      translate,
      initial: initialState({ sessionId: "session-1" as SessionId, cwd: "/repo", answersSeen }),
      ids: idsFrom(() => `id-${++ids}`),
      clock: { now: () => ++now },
    });
  }

  get state(): CodexState {
    return this.#translator.state;
  }

  /** Answers what these moves gave. */
  feed(...moves: readonly Move[]): readonly AgentEvent[] {
    return moves.flatMap((move) => this.#keep(this.#translator.take(inputOf(move))));
  }

  /** The one ask that is open. */
  get ask() {
    const [ask, ...more] = this.state.asks.values();
    if (!ask || more.length > 0) throw new Error(`${more.length + (ask ? 1 : 0)} asks are open`);
    return ask;
  }

  answer(answer: ApprovalAnswer): readonly AgentEvent[] {
    const { ask } = this;
    if (ask.kind !== "approval") throw new Error("a question is open");
    return this.feed({ kind: "answered", approvalId: ask.id, answer });
  }

  /** The stdout ends. */
  end(): readonly AgentEvent[] {
    return this.#keep(this.#translator.apply(translateEnd));
  }

  of<K extends EventKind>(kind: K): EventOf<K>[] {
    return this.events.filter((event): event is EventOf<K> => event.kind === kind);
  }

  kinds(): string[] {
    return this.events.map((event) => event.kind);
  }

  faults() {
    return checkStream(this.events).faults;
  }

  #keep(events: readonly AgentEvent[]): readonly AgentEvent[] {
    this.events.push(...events);
    return events;
  }
}

/** A thread in its first turn, in which these moves happen. */
export function inTurn(...moves: readonly Move[]): Play {
  const run = new Play();
  run.feed(thread(), input("hello"), accepted(), turnStarted(), ...moves);
  return run;
}

/** As when a bare stdout is decoded: nothing of stdin is seen. */
export function bare(...moves: readonly Move[]): Play {
  const run = new Play({ answersSeen: false });
  run.feed(thread(), ...moves);
  return run;
}

function inputOf(move: Move): TranslateInput {
  if ("kind" in move) return move as TranslateInput;
  return { kind: "line", line: decodeLine(new TextEncoder().encode(JSON.stringify(move))) };
}
