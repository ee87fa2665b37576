import type { Scenario } from "@nucleic/protocol/testing";
import type { ReplyFunction } from "../model/reply-script.ts";
import type { RecorderName } from "./recorder-name.ts";

/** What a person answers when the CLI asks whether a tool may run. */
export type Answer =
  /**
   * Yes; `always` for the rest of the session and whatever else the CLI takes that for; with `updatedInput` (under the
   * CLI's own names) it runs that instead.
   */
  | {
      readonly allow: true;
      readonly always?: true;
      readonly updatedInput?: Readonly<Record<string, unknown>>;
    }
  /** No, and what to tell the agent. */
  | { readonly deny: string }
  /** Neither: the turn is to end here. */
  | { readonly cancel: true }
  /** Answers to the questions that the agent asks, by the text of the question, or of a form, by the name of the field. */
  | { readonly choose: Readonly<Record<string, string>> };

/** One thing that the person in front of the CLI does, or waits for. */
export type Act =
  /** Says it; while a turn runs, as the CLI's protocol has it: it steers the turn, or waits for its end. */
  | { readonly user: string }
  /** Waits for the next ask that has no answer yet (and has that text in its line), and answers it. */
  | { readonly answer: Answer; readonly to?: string }
  /** Gives this answer to whatever is asked from here on and has none yet: CLIs differ in what they ask for. */
  | { readonly answerRest: Answer }
  /** Waits until the CLI asks, and leaves the ask open. */
  | { readonly untilAsked: true }
  /** Waits for the end of one turn more. */
  | { readonly untilTurnEnd: true }
  /** Waits until the CLI has written a line with this in it, however long ago. */
  | { readonly untilText: string }
  /** Waits until a reply of the model stands at that gate. */
  | { readonly untilGate: string }
  /** Waits until a tool has made that file in the working folder. */
  | { readonly untilFile: string }
  | { readonly openGate: string }
  /** Interrupts the turn, as the CLI's protocol has it. */
  | { readonly interrupt: true }
  | { readonly signal: NodeJS.Signals }
  /**
   * Waits for the CLI's exit, and goes on with the conversation in another process: one that tells what was said so far,
   * where the CLI has two ways, or one that does not.
   */
  | { readonly restart: "replayed" | "silent" };

/**
 * A session to be recorded: what the model says, and what the person does. After the last act stdin is closed and the
 * CLI's exit awaited.
 */
export interface Recording {
  /** Becomes the fixture's file name: a number and a few words, `03-deny`. */
  readonly name: string;
  /** Who is not recorded, and why. */
  readonly except?: Readonly<Partial<Record<RecorderName, string>>>;
  /** Of whom no two runs are the same, and why: of them only the kinds of lines are compared. */
  readonly race?: Readonly<Partial<Record<RecorderName, string>>>;
  /** Who alone is recorded, and why nobody else is. */
  readonly only?: { readonly recorders: readonly RecorderName[]; readonly because: string };
  readonly scenario?: Scenario;
  /** For replies that depend on what the CLI sends; asked before the scenario. */
  readonly reply?: ReplyFunction;
  readonly script: readonly Act[];
  /** `plan` starts the CLI in its plan mode. */
  readonly mode?: "plan";
  /** Files of the working folder, by path relative to it. */
  readonly files?: Readonly<Record<string, string>>;
  /** Further variables of the CLI's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further arguments of the CLI. */
  readonly args?: Readonly<Partial<Record<RecorderName, readonly string[]>>>;
}
