import { Translator } from "@nucleic/adapter-kit";
import {
  type AgentEvent,
  checkStream,
  type EventKind,
  type EventOf,
  idsFrom,
  type SessionId,
} from "@nucleic/protocol";
import { expect } from "vitest";
import { knownAgents, quirksOfCommand } from "../src/quirks/find-quirks.ts";
import type { AgentQuirks } from "../src/quirks/quirks.ts";
import type { NativeAsk, TranslateInput } from "../src/translate/input.ts";
import { type AcpState, initialState } from "../src/translate/state.ts";
import { translate } from "../src/translate/translate.ts";
import { decodeLine } from "../src/wire/decode-line.ts";

export type Native = Readonly<Record<string, unknown>>;

export const anyAgent = quirksOfCommand("agent");
export const agents: Readonly<Record<string, AgentQuirks>> = { ...knownAgents, any: anyAgent };
export const person = { by: "person" } as const;

/** A session on its way through the translation: what an agent says and what we do, in order. */
export class Played {
  readonly events: AgentEvent[] = [];
  readonly #translator: Translator<NativeAsk, AcpState, TranslateInput>;
  #request = 0;

  constructor(quirks: AgentQuirks = anyAgent, options: { readonly resumed?: boolean } = {}) {
    let n = 0;
    this.#translator = new Translator({
      translate,
      initial: initialState({ sessionId: "session" as SessionId, cwd: "/repo", quirks, ...options }),
      ids: idsFrom(() => `id-${++n}`),
      clock: { now: () => 1_000 },
    });
  }

  get state(): AcpState {
    return this.#translator.state;
  }

  feed(...inputs: readonly TranslateInput[]): this {
    for (const input of inputs) this.events.push(...this.#translator.take(input));
    return this;
  }

  /** Lines of the agent. */
  says(...messages: readonly Native[]): this {
    return this.feed(
      ...messages.map(
        (message): TranslateInput => ({
          kind: "line",
          line: decodeLine(new TextEncoder().encode(JSON.stringify({ jsonrpc: "2.0", ...message }))),
        }),
      ),
    );
  }

  /** Updates of the agent. */
  updates(...updates: readonly Native[]): this {
    return this.says(
      ...updates.map((update) => ({ method: "session/update", params: { sessionId: "native", update } })),
    );
  }

  /** A request of ours and its answer. */
  asks(method: string, answer: Native, between: () => void = () => undefined): this {
    const id = this.#request++;
    this.feed({ kind: "sent", request: { id, method, backendSessionId: "native" } });
    between();
    return this.says({ id, ...answer });
  }

  /** The session is there and ready. */
  ready(result: Native = {}): this {
    return this.asks("session/new", { result: { sessionId: "native", ...result } }).feed({
      kind: "sessionReady",
      backendSessionId: "native",
    });
  }

  /** A turn: what happens in it, and the answer to its prompt. */
  turn(answer: Native, between: () => void = () => undefined): this {
    this.feed({ kind: "input", input: { text: "Go on.", context: [] }, steer: false });
    return this.asks("session/prompt", answer, between);
  }

  all<K extends EventKind>(kind: K): readonly EventOf<K>[] {
    return this.events.filter((event): event is EventOf<K> => event.kind === kind);
  }

  /** The kinds of the events, without deltas, as far as they are among these. */
  kinds(...of: readonly EventKind[]): readonly EventKind[] {
    return this.events
      .filter((event) => !("isPartial" in event && event.isPartial))
      .map(({ kind }) => kind)
      .filter((kind) => of.length === 0 || of.includes(kind));
  }

  /** Nothing of what was told breaks an invariant. */
  check(): void {
    expect(checkStream(this.events).faults).toEqual([]);
  }
}

export const done = { result: { stopReason: "end_turn" } } as const;

export const chunk = (text: string, more: Native = {}) => ({
  sessionUpdate: "agent_message_chunk",
  content: { type: "text", text },
  ...more,
});

export const thought = (text: string) => ({
  sessionUpdate: "agent_thought_chunk",
  content: { type: "text", text },
});

export const call = (toolCallId: string, more: Native = {}) => ({
  sessionUpdate: "tool_call",
  toolCallId,
  title: toolCallId,
  ...more,
});

export const callUpdate = (toolCallId: string, more: Native = {}) => ({
  sessionUpdate: "tool_call_update",
  toolCallId,
  ...more,
});

export const content = (text: string) => [{ type: "content", content: { type: "text", text } }];

export const options = [
  { optionId: "always", kind: "allow_always", name: "Always" },
  { optionId: "yes", kind: "allow_once", name: "Yes" },
  { optionId: "no", kind: "reject_once", name: "No" },
  { optionId: "never", kind: "reject_always", name: "Never" },
];

/** A request for permission. */
export const permission = (id: number | string, toolCall: Native, offered: readonly Native[] = options) => ({
  id,
  method: "session/request_permission",
  params: { sessionId: "native", toolCall, options: offered },
});

/** Plays updates in a turn that goes on, so that what is left open stays open. */
export function during(agent: string, ...updates: readonly Native[]): Played {
  const played = new Played(agents[agent]).ready();
  played.feed({ kind: "input", input: { text: "Go on.", context: [] }, steer: false });
  return played.updates(...updates);
}

/** Where Grok and claude-agent-acp name a call's tool. */
export const grokTool = (name: string) => ({ _meta: { "x.ai/tool": { name } } });
export const claudeTool = (toolName: string) => ({ _meta: { claudeCode: { toolName } } });
