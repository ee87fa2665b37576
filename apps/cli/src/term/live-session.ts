import type { AgentEvent, Clock } from "@nucleic/protocol";
import type { Terminal as WholeTerminal } from "../context.ts";
import type { Key } from "../input/keys.ts";
import { spinnerMs } from "../view/live.ts";
import {
  type Answer,
  emptyView,
  type SessionView,
  type ViewStep,
  viewEvent,
  viewKeys,
  viewLive,
} from "../view/session-view.ts";
import type { Frame, Style } from "../view/style.ts";

/** What of a terminal is needed here. */
type Terminal = Pick<WholeTerminal, "keys" | "screen" | "onResize">;

/** What the terminal view tells the session. */
export interface LiveHandlers {
  onAnswer(answer: Answer): void;
  onInterrupt(): void;
  /** The person's window came up, or went behind. Where nobody wants to know the terminal is not asked. */
  readonly onFocus?: ((focused: boolean) => void) | undefined;
}

/** A session on a terminal: events and keys in, lines and answers out. Owns the keyboard and the screen meanwhile. */
export class LiveSession implements AsyncDisposable {
  readonly #terminal: Terminal;
  readonly #style: Style;
  readonly #clock: Clock;
  readonly #handlers: LiveHandlers;
  readonly #stop = new AbortController();
  readonly #resources = new DisposableStack();
  readonly #spinning: Promise<void>;
  #view: SessionView = emptyView;
  #waiting = "starting";
  #since: number;
  #tick = 0;

  constructor(terminal: Terminal, style: Style, clock: Clock, handlers: LiveHandlers) {
    this.#terminal = terminal;
    this.#style = style;
    this.#clock = clock;
    this.#handlers = handlers;
    this.#since = clock.now();
    this.#resources.use(terminal.keys.listen((keys) => this.#onKeys(keys)));
    this.#resources.use(terminal.onResize(() => this.#draw([])));
    if (handlers.onFocus) terminal.screen.reportFocus();
    this.#spinning = this.#spin();
  }

  get view(): SessionView {
    return this.#view;
  }

  /** Shows an event. */
  show(event: AgentEvent): void {
    if (event.kind === "turnStarted") this.wait("thinking");
    this.#take(viewEvent(this.#view, event, this.#frame()));
  }

  /** Prints lines that are no event. */
  print(lines: readonly string[]): void {
    this.#draw(lines);
  }

  /** Says what is waited for from now on. */
  wait(what: string): void {
    this.#waiting = what;
    this.#since = this.#clock.now();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#spinning;
    this.#resources.dispose();
    this.#terminal.screen.close();
  }

  #onKeys(all: readonly Key[]): void {
    const keys = all.filter(({ kind }) => kind !== "focused" && kind !== "unfocused");
    const focus = all.findLast((key) => !keys.includes(key));
    if (focus) this.#handlers.onFocus?.(focus.kind === "focused");
    if (keys.some((key) => key.kind === "interrupt")) this.#handlers.onInterrupt();
    else if (keys.length > 0) this.#take(viewKeys(this.#view, keys, this.#frame()));
  }

  #take(step: ViewStep): void {
    this.#view = step.view;
    this.#draw(step.lines);
    if (step.answer) this.#handlers.onAnswer(step.answer);
  }

  #draw(lines: readonly string[]): void {
    if (this.#stop.signal.aborted) return;
    const input = {
      now: this.#clock.now(),
      since: this.#since,
      tick: this.#tick,
      waiting: this.#waiting,
      maxRows: this.#terminal.screen.height - 1,
    };
    this.#terminal.screen.draw(lines, viewLive(this.#view, input, this.#frame()));
  }

  async #spin(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#clock.sleep(spinnerMs, this.#stop.signal).catch(() => undefined);
      this.#tick++;
      this.#draw([]);
    }
  }

  #frame(): Frame {
    return { width: this.#terminal.screen.width, style: this.#style };
  }
}
