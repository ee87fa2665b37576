import type { Clock, Ids } from "@nucleic/protocol";
import type { ExitCode } from "./exit-code.ts";
import type { KeySource } from "./term/keyboard.ts";
import type { Output } from "./term/output.ts";
import type { Screen } from "./term/screen.ts";
import type { Signals } from "./term/signals.ts";
import type { Frame } from "./view/style.ts";

/** Everything a command knows of the world around it. Made once, in the entry; a test makes its own. */
export interface Context {
  /** Of this program. */
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The host on another machine that is meant, by its name here; absent: this data directory's own. */
  readonly remote?: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Both ends are a terminal that can be drawn on; absent, and there is nobody to ask. */
  readonly terminal?: Terminal;
  readonly signals: Signals;
  /** For text on stdout. */
  frame(): Frame;
  /** For text on stderr. */
  errFrame(): Frame;
  /** Says something to the person, on stderr, so that stdout stays what was asked for. */
  tell(lines: string | readonly string[]): Promise<void>;
}

/** A terminal with a person before it. */
export interface Terminal {
  readonly keys: KeySource;
  readonly screen: Screen;
  onResize(listener: () => void): Disposable;
  /** The terminal itself, for what draws on all of it. */
  readonly stream: NodeJS.WriteStream;
}

/** A command: what it is to do is bound already. */
export type Command = (context: Context) => Promise<ExitCode>;
