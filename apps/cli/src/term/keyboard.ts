import type { ReadStream } from "node:tty";
import { type Key, parseKeys } from "../input/keys.ts";

/** A terminal's input, key by key. */
export interface KeySource {
  /** Keys that came at once come together: a paste is told from a key press by that. */
  listen(onKeys: (keys: readonly Key[]) => void): Disposable;
}

/** Puts the terminal into raw mode while somebody listens, and back afterwards. */
export function keyboard(stdin: ReadStream): KeySource {
  return {
    listen(onKeys) {
      const onData = (chunk: Buffer | string) => onKeys(parseKeys(chunk.toString()));
      stdin.setRawMode(true);
      stdin.on("data", onData);
      stdin.resume();
      return {
        [Symbol.dispose]() {
          stdin.off("data", onData);
          stdin.setRawMode(false);
          stdin.pause();
        },
      };
    },
  };
}
