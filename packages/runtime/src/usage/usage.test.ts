import type { AgentEvent } from "@nucleic/protocol";
import { systemClock } from "@nucleic/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { iterate, scriptedRuntime, until } from "../../test/support.ts";
import { Store } from "../store.ts";
import { quarterMs, UsageMeter } from "./meter.ts";
import { queryUsage } from "./query.ts";

const end = { kind: "runFinished", outcome: "completed" };
const turn = (turnId: string, inputTokens: number, more: object = {}) => ({
  kind: "usage",
  turnId,
  inputTokens,
  outputTokens: 0,
  cumulative: false,
  ...more,
});
const total = (turnId: string, model: string, inputTokens: number, more: object = {}) =>
  turn(turnId, inputTokens, { model, cumulative: true, ...more });

function metered(...events: readonly object[]) {
  const meter = new UsageMeter();
  for (const event of events) meter.observe({ at: 0, ...event } as AgentEvent);
  const sum = meter.entries.reduce((all, entry) => all + entry.inputTokens, 0);
  const cost = meter.entries.flatMap((entry) => entry.costUSD ?? []).reduce((all, one) => all + one, 0);
  return { meter, sum, cost, entries: meter.entries };
}

describe("usage counts each token once", () => {
  it.each<[string, object[], number]>([
    ["turns alone", [turn("1", 10), turn("2", 5)], 15],
    [
      "a turn's own report, then totals of its models",
      [turn("1", 10), total("1", "a", 8), total("1", "b", 2)],
      10,
    ],
    ["totals, then the turn's own report", [total("1", "a", 4), total("1", "a", 10), turn("1", 10)], 10],
    ["a turn cut off before its total", [turn("1", 3), turn("2", 7), total("2", "a", 10)], 10],
    ["a total that is said again", [total("1", "a", 10), end, total("2", "a", 10), total("2", "a", 12)], 12],
    [
      "a program that begins anew",
      [turn("1", 10), total("1", "a", 10), end, turn("2", 4), total("2", "a", 4)],
      14,
    ],
    [
      "one that begins anew and takes more",
      [turn("1", 10), total("1", "a", 10), end, turn("2", 30), total("2", "a", 30)],
      40,
    ],
    ["one that goes on", [turn("1", 10), total("1", "a", 10), end, turn("2", 30), total("2", "a", 40)], 40],
    ["a run cut off before its total", [turn("1", 10), end, turn("2", 4), total("2", "a", 4)], 14],
  ])("%s", (_what, events, expected) => {
    expect(metered(...events).sum).toBe(expected);
  });

  it("and each cost, where there is one", () => {
    expect(metered(turn("1", 1), total("1", "a", 1)).entries[0]?.costUSD).toBeUndefined();
    expect(metered(turn("1", 1, { costUSD: 2 }), total("1", "a", 1)).cost).toBe(2);
    expect(metered(turn("1", 1, { costUSD: 2 }), total("1", "a", 1, { costUSD: 2 })).cost).toBe(2);
    const two = [total("1", "a", 1, { costUSD: 2 }), total("2", "a", 3, { costUSD: 2.5 })];
    expect(metered(...two).entries.map((entry) => entry.costUSD)).toEqual([2, 0.5]);
  });

  it("whatever the order: a total of one run is what its last report says", () => {
    const step = fc.record({ by: fc.nat(50), reports: fc.boolean(), first: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), (steps) => {
        let sum = 0;
        const events = steps.flatMap(({ by, reports, first }, i) => {
          sum += by + 1;
          const all = [total(`${i}`, "a", sum)];
          if (reports) all.splice(first ? 0 : 1, 0, turn(`${i}`, by + 1) as (typeof all)[0]);
          return all;
        });
        const { meter } = metered(...events);
        expect(meter.entries.reduce((all, entry) => all + entry.inputTokens, 0)).toBe(sum);
      }),
    );
  });

  it("tells what has changed, and again what could not be kept", () => {
    const { meter } = metered(turn("1", 10));
    const change = meter.takeChange();
    expect(meter.takeChange()).toBeUndefined();
    meter.observe({ at: 0, ...total("1", "a", 10) } as unknown as AgentEvent);
    if (change) meter.giveBack(change);
    expect(meter.takeChange()).toMatchObject({
      set: [{ model: "a" }],
      removed: [{ turnId: "1", model: "" }],
    });
  });
});

describe("the runtime's usage", () => {
  it("is added up by turn, session, day, project and model, and kept over a restart", async () => {
    const { runtime, create } = await scriptedRuntime({
      scenario: () => [{ usage: { inputTokens: 100, outputTokens: 7 } }, { say: "Done." }],
    });
    for (const model of ["m1", "m2"]) {
      const session = await create({ input: "go", model });
      await until(iterate(session), "turnCompleted");
      await session.close();
    }
    const inputs = async (query: Parameters<typeof runtime.usage>[0]) =>
      (await runtime.usage(query)).map((sum) => sum.inputTokens);
    expect(await inputs({ by: "session" })).toEqual([100, 100]);
    expect(await inputs({ by: "turn" })).toEqual([100, 100]);
    expect(await inputs({ by: "project" })).toEqual([200]);
    expect((await inputs({ by: "day", days: "utc" })).reduce((all, one) => all + one)).toBe(200);
    const [session] = await runtime.listSessions();
    expect(await inputs({ by: "model", ...(session && { sessionId: session.id }) })).toEqual([100]);
    expect((await runtime.usage({ by: "project" }))[0]).not.toHaveProperty("costUSD");
    const now = (session?.updatedAt ?? 0) + quarterMs;
    expect(await inputs({ from: now })).toEqual([]);
    expect(await inputs({ by: "project", to: now })).toEqual([200]);
    const held = await runtime.openSession(session?.id as NonNullable<typeof session>["id"]);
    await held.close();
    expect(await inputs({ by: "session" })).toEqual([100, 100]);
  });

  it("belongs to the day on which it was reported", async () => {
    const { dataDir, create } = await scriptedRuntime({ name: "none", replies: [] });
    const { id } = await create({});
    await using store = await Store.open(dataDir, systemClock);
    const midnight = Date.UTC(2026, 0, 31) / quarterMs;
    const entry = {
      model: "m",
      turnId: "1",
      cachedInputTokens: 0,
      outputTokens: 0,
      reasoningTokens: 0,
      costUSD: undefined,
    };
    await store.usage.replace(id, [
      { ...entry, quarter: midnight - 1, inputTokens: 1 },
      { ...entry, quarter: midnight, inputTokens: 2 },
    ]);
    const days = async (zone: "utc" | "local") =>
      (await queryUsage(store.database, { days: zone })).map(({ key, inputTokens }) => [key, inputTokens]);
    expect(await days("utc")).toEqual([
      ["2026-01-30", 1],
      ["2026-01-31", 2],
    ]);
    const zone = process.env.TZ;
    try {
      process.env.TZ = "Asia/Kathmandu";
      expect(await days("local")).toEqual([["2026-01-31", 3]]);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});
