import { describe, expect, test } from "vitest";
import { createGates, orAborted } from "./gates.ts";

test("a scenario waits at a gate until it is opened", async () => {
  const gates = createGates();
  let through = false;
  const passing = gates.pass("a").then(() => {
    through = true;
  });
  await gates.reached("a");
  expect(through).toBe(false);
  gates.open("b");
  await Promise.resolve();
  expect(through).toBe(false);
  gates.open("a");
  await passing;
  expect(through).toBe(true);
});

test("a gate that was opened before stays open, and having been there counts", async () => {
  const gates = createGates();
  gates.open("a");
  await gates.pass("a");
  await gates.pass("a");
  await gates.reached("a");
});

describe("a wait that is aborted", () => {
  const reason = new Error("enough");

  test("rejects with the reason, before or while it waits", async () => {
    const gates = createGates();
    await expect(gates.pass("a", AbortSignal.abort(reason))).rejects.toBe(reason);
    const abort = new AbortController();
    const passing = gates.pass("a", abort.signal);
    abort.abort(reason);
    await expect(passing).rejects.toBe(reason);
  });

  test("does not matter once it is over", async () => {
    const abort = new AbortController();
    expect(await orAborted(Promise.resolve(1), abort.signal)).toBe(1);
    abort.abort(reason);
    await expect(orAborted(Promise.reject(reason))).rejects.toBe(reason);
  });
});
