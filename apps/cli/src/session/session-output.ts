import type { AgentEvent } from "@nucleic/protocol";
import type { Context, Terminal } from "../context.ts";
import type { RemoteSession } from "../host/remote-session.ts";
import { type LiveHandlers, LiveSession } from "../term/live-session.ts";
import type { Answer } from "../view/session-view.ts";
import { emptyTranscript, step, type Transcript } from "../view/transcript.ts";

/** Where a followed session is shown. */
export interface SessionOutput extends AsyncDisposable {
  show(event: AgentEvent): Promise<void>;
  /** Says something that is no event. Never on stdout where that belongs to the events. */
  note(lines: readonly string[]): Promise<void>;
  /** Says what is waited for now, where there is somebody to see it. */
  wait(what: string): void;
  /** Answers go to this session from now on. */
  attach(session: RemoteSession): void;
  /** What the events have told so far. */
  readonly transcript: Transcript;
}

/** `lines`: one event a line and nothing else. `text`: for people, without a terminal to draw on. */
export type OutputKind = "lines" | "text" | "terminal";

/** Where a session is shown on stdout. A terminal that is not there is replaced by text. */
export function sessionOutput(
  context: Context,
  kind: OutputKind,
  onFocus?: (focused: boolean) => void,
): SessionOutput {
  if (kind === "lines") return new LinesOutput(context);
  return kind === "terminal" && context.terminal
    ? new TerminalOutput(context, context.terminal, onFocus)
    : new TextOutput(context);
}

class TextOutput implements SessionOutput {
  readonly #context: Context;
  transcript = emptyTranscript;

  constructor(context: Context) {
    this.#context = context;
  }

  async show(event: AgentEvent): Promise<void> {
    const { state, lines } = step(this.transcript, event, this.#context.frame());
    this.transcript = state;
    await this.#context.stdout.lines(lines);
  }

  note(lines: readonly string[]): Promise<void> {
    return this.#context.tell(lines);
  }

  wait(): void {}

  attach(): void {}

  async [Symbol.asyncDispose](): Promise<void> {}
}

class LinesOutput implements SessionOutput {
  readonly #context: Context;
  transcript = emptyTranscript;

  constructor(context: Context) {
    this.#context = context;
  }

  async show(event: AgentEvent): Promise<void> {
    this.transcript = step(this.transcript, event, this.#context.frame()).state;
    await this.#context.stdout.write(`${JSON.stringify(event)}\n`);
  }

  note(lines: readonly string[]): Promise<void> {
    return this.#context.tell(lines);
  }

  wait(): void {}

  attach(): void {}

  async [Symbol.asyncDispose](): Promise<void> {}
}

class TerminalOutput implements SessionOutput {
  readonly #live: LiveSession;
  #session: RemoteSession | undefined;

  constructor(context: Context, terminal: Terminal, onFocus: LiveHandlers["onFocus"]) {
    this.#live = new LiveSession(terminal, context.frame().style, context.clock, {
      onAnswer: (answer) => this.#answer(answer),
      onInterrupt: () => context.signals.interrupt(),
      onFocus,
    });
  }

  get transcript(): Transcript {
    return this.#live.view.transcript;
  }

  async show(event: AgentEvent): Promise<void> {
    this.#live.show(event);
  }

  async note(lines: readonly string[]): Promise<void> {
    this.#live.print(lines);
  }

  wait(what: string): void {
    this.#live.wait(what);
  }

  attach(session: RemoteSession): void {
    this.#session = session;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#live[Symbol.asyncDispose]();
  }

  /** What became of it comes back as an event; here only a session that failed to write it has to be told of. */
  #answer(answer: Answer): void {
    const sent = this.#session ? send(this.#session, answer) : Promise.resolve();
    sent.catch((error: unknown) => this.#live.print([`the answer was not taken: ${String(error)}`]));
  }
}

async function send(session: RemoteSession, answer: Answer): Promise<void> {
  if (answer.kind === "decide") await session.answerApproval(answer.approvalId, answer.decision);
  else await session.answerQuestion(answer.questionId, answer.kind === "answer" ? answer.answers : undefined);
}
