import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemClock } from "./clock.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("sleeps until the time has come", async () => {
  const awake = vi.fn();
  const sleeping = systemClock.sleep(100).then(awake);
  await vi.advanceTimersByTimeAsync(99);
  expect(awake).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await sleeping;
  expect(awake).toHaveBeenCalledOnce();
});

test("wakes with the signal's reason as soon as it aborts, and leaves nothing behind", async () => {
  const abort = new AbortController();
  const reason = new Error("enough");
  const sleeping = systemClock.sleep(100, abort.signal);
  abort.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
});

test("does not fall asleep on a signal that has aborted", async () => {
  const reason = new Error("enough");
  await expect(systemClock.sleep(100, AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
});

test("stops listening to the signal once it is awake", async () => {
  const { signal } = new AbortController();
  const removed = vi.spyOn(signal, "removeEventListener");
  const sleeping = systemClock.sleep(100, signal);
  await vi.advanceTimersByTimeAsync(100);
  await sleeping;
  expect(removed).toHaveBeenCalledOnce();
});

test("sleeps longer than a timer can hold", async () => {
  const days = 24 * 60 * 60 * 1_000;
  const awake = vi.fn();
  const sleeping = systemClock.sleep(60 * days).then(awake);
  await vi.advanceTimersByTimeAsync(60 * days - 1);
  expect(awake).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await sleeping;
});

test("tells whole milliseconds since 1970, and a time that only grows", () => {
  vi.setSystemTime(1_234);
  expect(systemClock.now()).toBe(1_234);
  const before = systemClock.monotonicMs();
  vi.advanceTimersByTime(5);
  expect(systemClock.monotonicMs()).toBeGreaterThan(before);
});
