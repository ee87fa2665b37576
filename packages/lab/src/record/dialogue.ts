import type { Answer, Recording } from "./recording.ts";

/** What the recorder learns from one line of the CLI. */
export type Notice =
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

/** How one CLI is talked to over its stdin and stdout. Holds the state of one session. */
export interface Dialogue {
  readonly args: readonly string[];
  /** Lines to write before anything else. */
  begin(): readonly string[];
  user(text: string): readonly string[];
  interrupt(): readonly string[];
  respond(line: string): DialogueResponse;
}

/** Opens a dialogue for one recording. */
export type OpenDialogue = (recording: Recording) => Dialogue;
