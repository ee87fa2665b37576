import type { ApprovalId, ApprovalRequest } from "@nucleic/protocol";
import { allow, deny, hostStore, type TranscriptWindow } from "@nucleic/sync/client";
import type { Context, Terminal } from "../context.ts";
import type { OpenClient } from "../host/open-client.ts";
import { TerminalPresence } from "../host/terminal-presence.ts";
import type { Key } from "../input/keys.ts";
import { safeLine } from "../view/sanitize.ts";
import type { Frame } from "../view/style.ts";
import { BoardFacts } from "./board-facts.ts";
import { type BoardEffect, boardKeys } from "./board-keys.ts";
import { type Picture, picture } from "./board-picture.ts";
import { type BoardView, firstView, withBoard } from "./board-view.ts";
import { type Canvas, openCanvas } from "./ink.ts";
import { Painter } from "./painter.ts";
import { TranscriptLines } from "./transcript-lines.ts";
import { wholeRequest } from "./whole-request.ts";

/** Ages grow by themselves. */
const ageMs = 1_000;
/** Records of a session that is opened: more are a matter for `show`. */
const tail = 1_000;

/** The card that is up. */
interface Card {
  readonly id: ApprovalId;
  readonly stop: AbortController;
  request?: ApprovalRequest | undefined;
  /** Whether the picture that was drawn last has it, and since when one had. */
  isDrawn?: boolean;
  shownAt?: number;
  width?: number;
  seenRows: number;
}

/** All sessions on all of a terminal: what the host says and keys in, pictures and answers out. */
export class BoardScreen implements AsyncDisposable {
  readonly #context: Context;
  readonly #terminal: Terminal;
  readonly #open: OpenClient;
  readonly #resources = new AsyncDisposableStack();
  readonly #left = Promise.withResolvers<void>();
  readonly #store;
  readonly #facts: BoardFacts;
  readonly #painter: Painter;
  readonly #presence: TerminalPresence;
  #canvas: Canvas | undefined;
  #view: BoardView = firstView;
  #picture: Picture | undefined;
  #window: { readonly id: string; readonly transcript: TranscriptWindow } | undefined;
  #lines = new TranscriptLines();
  #card: Card | undefined;

  constructor(context: Context, terminal: Terminal, open: OpenClient) {
    this.#context = context;
    this.#terminal = terminal;
    this.#open = open;
    this.#store = this.#resources.use(hostStore(open.client));
    this.#painter = this.#resources.use(new Painter(context.clock, () => this.#paint()));
    this.#facts = this.#resources.use(new BoardFacts(open.client, context.clock, () => this.#painter.want()));
    this.#presence = this.#resources.use(new TerminalPresence(open.client, context.clock));
    this.#resources.defer(() => this.#closeWindow());
    this.#resources.defer(() => this.#card?.stop.abort());
  }

  /** Shows it until the person leaves, or the command is to end. */
  async run(): Promise<void> {
    const { stream, keys, onResize } = this.#terminal;
    const { env, signals, stdout } = this.#context;
    const canvas = await openCanvas({ stream, env, onDrawn: () => this.#onDrawn() });
    this.#canvas = canvas;
    this.#resources.defer(() => canvas.close());
    this.#resources.use(keys.listen((pressed) => this.#onKeys(pressed)));
    this.#resources.use(onResize(() => this.#painter.want()));
    this.#resources.defer(this.#store.board.subscribe(() => this.#onBoard()));
    this.#resources.defer(this.#store.isConnected.subscribe(() => this.#painter.want()));
    this.#onBoard();
    const end = AbortSignal.any([signals.ending, stdout.closed]);
    const leave = () => this.#left.resolve();
    end.addEventListener("abort", leave, { once: true });
    if (end.aborted) leave();
    const stop = new AbortController();
    const growing = this.#grow(stop.signal);
    try {
      await Promise.race([this.#left.promise, canvas.failed]);
    } finally {
      stop.abort();
      end.removeEventListener("abort", leave);
      await growing;
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#resources.disposeAsync();
  }

  async #grow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#context.clock.sleep(ageMs, signal).catch(() => undefined);
      this.#painter.want();
    }
  }

  #onBoard(): void {
    const board = this.#store.board.get();
    if (board) this.#show(withBoard(this.#view, board));
    else this.#painter.want();
  }

  #onKeys(keys: readonly Key[]): void {
    if (keys.some(({ kind }) => kind === "interrupt")) {
      this.#context.signals.interrupt();
      return;
    }
    const board = this.#store.board.get();
    if (board === undefined || this.#picture === undefined) {
      if (keys.some((key) => key.kind === "char" && key.char === "q")) this.#left.resolve();
      return;
    }
    const { request, shownAt, seenRows = 0 } = this.#card ?? {};
    const shownMs = shownAt === undefined ? 0 : this.#context.clock.monotonicMs() - shownAt;
    const { rows, page } = this.#picture;
    const { view, effect } = boardKeys(this.#view, keys, { board, rows, page, request, shownMs, seenRows });
    this.#show(view);
    if (effect) this.#do(effect);
  }

  #show(view: BoardView): void {
    this.#view = view;
    if (view.opened !== this.#window?.id) {
      this.#closeWindow();
      if (view.opened !== undefined) this.#openWindow(view.opened);
    }
    if (view.card !== this.#card?.id) {
      this.#card?.stop.abort();
      this.#card = undefined;
      if (view.card !== undefined) this.#openCard(view.card);
    }
    this.#painter.want();
  }

  #openWindow(id: NonNullable<BoardView["opened"]>): void {
    const transcript = this.#store.open(id, { tail, maxRecords: 2 * tail });
    this.#window = { id, transcript };
    transcript.transcript.subscribe(() => this.#painter.want());
    this.#lines = new TranscriptLines();
    this.#presence.watch({ id });
  }

  #closeWindow(): void {
    this.#window?.transcript[Symbol.dispose]();
    this.#window = undefined;
  }

  #openCard(id: ApprovalId): void {
    const board = this.#store.board.get();
    const asked = board?.approvals.find((one) => one.id === id);
    if (board === undefined || asked === undefined) return;
    const card: Card = { id, stop: new AbortController(), seenRows: 0 };
    this.#card = card;
    wholeRequest(this.#open.client, board, asked, card.stop.signal).then(
      (request) => {
        card.request = request;
        this.#painter.want();
      },
      (error: unknown) => this.#say(`it cannot be read: ${messageOf(error)}`),
    );
  }

  #do(effect: BoardEffect): void {
    if (effect.kind === "leave") {
      this.#left.resolve();
      return;
    }
    const { client, digestOf } = this.#open;
    const asked =
      effect.kind === "interrupt"
        ? client.intent("interrupt", {}, { sessionId: effect.sessionId }).then(() => "interrupted")
        : this.#answer(
            effect.kind,
            digestOf ? { ...effect.request, digest: digestOf(effect.request) } : effect.request,
          );
    asked.then(
      (note) => this.#say(note),
      (error: unknown) => this.#say(`not done: ${messageOf(error)}`),
    );
  }

  async #answer(kind: "allow" | "deny", request: ApprovalRequest): Promise<string> {
    const { client } = this.#open;
    const { outcome } = await (kind === "allow" ? allow(client, request) : deny(client, request));
    if (outcome !== "accepted") return "somebody was faster";
    return kind === "allow" ? "allowed" : "denied";
  }

  #say(note: string): void {
    this.#view = { ...this.#view, note: safeLine(note) };
    this.#painter.want();
  }

  #paint(): void {
    const { screen } = this.#terminal;
    const frame: Frame = { width: screen.width, style: this.#context.frame().style };
    this.#picture = picture(
      {
        view: this.#view,
        board: this.#store.board.get(),
        isConnected: this.#store.isConnected.get(),
        transcript: this.#window?.transcript.transcript.get(),
        lines: this.#lines,
        request: this.#card?.request,
        now: this.#context.clock.now(),
        project: this.#facts.project,
        cost: this.#facts.cost,
        // A screen that is full would be cleared before each picture.
        height: screen.height - 1,
      },
      frame,
    );
    if (this.#card?.request) this.#card.isDrawn = true;
    const card = this.#card;
    if (card && card.width !== frame.width) {
      card.width = frame.width;
      card.seenRows = 0;
    }
    this.#canvas?.draw(this.#picture);
  }

  /** From now on the card counts as looked at, as far as it was drawn. */
  #onDrawn(): void {
    const card = this.#card;
    if (!card?.isDrawn || this.#picture === undefined) return;
    card.shownAt ??= this.#context.clock.monotonicMs();
    if (this.#view.cardScroll <= card.seenRows)
      card.seenRows = Math.max(card.seenRows, this.#view.cardScroll + this.#picture.page);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
