import { type Clock, systemClock } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { LoadableSessions } from "./loadable.ts";

/** A clock that stands still but for its sleeps. */
function still(): Clock & { nowMs: number } {
  return {
    ...systemClock,
    nowMs: 1_000,
    monotonicMs() {
      return this.nowMs;
    },
    async sleep(ms) {
      this.nowMs += ms;
    },
  };
}

test("a session that is too young to be loaded is waited for, an older one is not", async () => {
  const clock = still();
  const sessions = new LoadableSessions(61_000, clock);
  sessions.made("one");
  clock.nowMs += 1_000;
  await sessions.untilLoadable("one");
  expect(clock.nowMs).toBe(62_000);
  await sessions.untilLoadable("one");
  await sessions.untilLoadable("of another process");
  expect(clock.nowMs).toBe(62_000);
});

test("nothing is waited for where an agent loads them at any age", async () => {
  const clock = still();
  const sessions = new LoadableSessions(0, clock);
  sessions.made("one");
  await sessions.untilLoadable("one");
  expect(clock.nowMs).toBe(1_000);
});
