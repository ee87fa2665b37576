import type { ProcessExit, ProcessHandle } from "@nucleic/process";
import { createIds, systemClock } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { StdioTransport } from "../approval/stdio-transport.ts";
import { ControlChannel } from "./control.ts";
import { pumpLines } from "./pump.ts";
import { ReadAnswerer } from "./read-answerer.ts";
import { claudeStream } from "./stream.ts";

const exit: ProcessExit = { cause: "exited", code: 0, forced: false, durationMs: 1, stderrTail: "" };
const line = (text: string) =>
  Buffer.from(JSON.stringify({ type: "system", subtype: "never_heard_of", text }));

/** A program that has `count` lines to say, and counts how many of them were taken. */
function talker(count: number, text = ""): ProcessHandle & { readonly taken: () => number } {
  let taken = 0;
  return {
    pid: undefined,
    lines: (async function* () {
      for (; taken < count; taken++) yield { kind: "line" as const, bytes: line(text) };
    })(),
    writeLine: async () => {},
    endInput: async () => {},
    signal: () => false,
    stop: async () => exit,
    exited: Promise.resolve(exit),
    [Symbol.asyncDispose]: async () => {},
    taken: () => taken,
  };
}

test.each([
  ["1,024 events", 5_000, "", 1_024],
  ["1 MiB", 100, "x".repeat(128 * 1024), 8],
])(
  "nobody takes the events: reading stops at %s, and goes on when someone does",
  async (_name, count, text, limit) => {
    const handle = talker(count, text);
    const stream = claudeStream({
      initial: { sessionId: createIds(systemClock).session(), cwd: "/", resumed: false },
      hooks: {},
      clock: systemClock,
      ids: createIds(systemClock),
      answer: () => {},
      onLeave: () => {},
    });
    const control = new ControlChannel({ write: async () => {} }, systemClock);
    const reads = new ReadAnswerer([], false);
    const pumped = pumpLines({
      handle,
      stream,
      control,
      reads,
      transport: new StdioTransport(),
      onLine: () => {},
    });
    // Far more rounds than it has lines: what moves at all has moved.
    for (let round = 0; round < 200; round++) await new Promise<void>((resolve) => setImmediate(resolve));
    expect(handle.taken()).toBeLessThan(limit + 2);
    expect(handle.taken()).toBeGreaterThanOrEqual(limit - 1);
    let seen = 0;
    const read = (async () => {
      for await (const _ of stream.events) seen++;
    })();
    await pumped;
    stream.events.end();
    await read;
    expect(seen).toBe(count);
  },
);
