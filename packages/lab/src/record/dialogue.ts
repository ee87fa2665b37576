import type { Answer, Recording } from "./recording.ts";

/** What the recorder learns from one line of the CLI. */
export type Notice =
  /** The greetings are over: it can be talked to. */
  | { readonly kind: "ready" }
  | { readonly kind: "turnEnd" }
  /** It asks; `reply` makes the lines that answer it. */
  | { readonly kind: "ask"; readonly id: string; readonly reply: (answer: Answer) => readonly string[] }
  /** It no longer asks. */
  | { readonly kind: "withdrawn"; readonly id: string };

/** What to do about one line of the CLI. */
export interface DialogueResponse {
  readonly notices?: readonly Notice[];
  /** Lines to write at once: the CLI's handshake goes on with them. */
  readonly write?: readonly string[];
}

/** How one CLI is talked to over its stdin and stdout. Holds the state of one conversation, across its processes. */
export interface Dialogue {
  /** It says when it is `ready`, and must not be talked to before. */
  readonly greets?: true;
  /**
   * Each turn is a process of its own, which reads what the person says to the end of its stdin, never asks, and ends with
   * the turn.
   */
  readonly processPerTurn?: true;
  /** It does not end by itself when its stdin does. */
  readonly lingers?: true;
  /** Arguments of the next process. */
  args(): readonly string[];
  /** Lines to write to a process before anything else. The second one goes on with what the first one began. */
  begin(way?: "replayed" | "silent"): readonly string[];
  user(text: string): readonly string[];
  /** Lines to write, or the signal where there is no other way. */
  interrupt(): readonly string[] | { readonly signal: NodeJS.Signals };
  /** @throws LabError `recordFailed` where the CLI will not go on */
  respond(line: string): DialogueResponse;
}

/** Opens a dialogue for one recording, in that folder. */
export type OpenDialogue = (recording: Recording, cwd: string) => Dialogue;
