import type { SessionId } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { TerminalPresence } from "./terminal-presence.ts";

const id = "0199-session" as SessionId;

test("a terminal says every 15 seconds that it is looked at, at once when that changes, and at the end that it is not", async () => {
  const said: unknown[] = [];
  const beats: (() => void)[] = [];
  const clock = {
    now: () => 0,
    monotonicMs: () => 0,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        expect(ms).toBe(15_000);
        beats.push(resolve);
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
  };
  const beat = async () => {
    beats.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const presence = new TerminalPresence({ presence: (...look) => void said.push(look) }, clock);
  presence.focused(true);
  expect(said).toEqual([]);
  presence.watch({ id });
  await beat();
  presence.focused(false);
  await beat();
  await presence[Symbol.asyncDispose]();
  expect(said).toEqual([["active", id], ["active", id], ["away"], ["away"], ["away"]]);
});
