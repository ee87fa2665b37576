import type { DecodeOptions } from "@nucleic/adapter-kit";
import { AgentEvent, type Clock, idsFrom, type SessionId } from "@nucleic/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bash, canUseTool, init, result, said, toolResult } from "../test/claude-lines.ts";
import { stdoutFixtures } from "../test/fixtures.ts";
import { decodeStream } from "./decode.ts";

const stopped: Clock = {
  now: () => 1,
  monotonicMs: () => 1,
  sleep: () => Promise.reject(new Error("nothing here waits")),
};

async function decode(source: Iterable<Uint8Array>, options: DecodeOptions = {}) {
  let ids = 0;
  const stream = decodeStream(source, {
    clock: stopped,
    ids: idsFrom(() => `id-${++ids}`),
    sessionId: "s" as SessionId,
    ...options,
  });
  return { events: await Array.fromAsync(stream), report: stream.report };
}

const bytesOf = (...lines: readonly unknown[]) =>
  new TextEncoder().encode(lines.map((l) => `${typeof l === "string" ? l : JSON.stringify(l)}\n`).join(""));

test("there are fixtures of both versions", () => {
  expect(new Set(stdoutFixtures.map(({ name }) => /2\.1\.\d+/.exec(name)?.[0]))).toEqual(
    new Set(["2.1.197", "2.1.332"]),
  );
});

describe.each(stdoutFixtures)("$name", ({ bytes }) => {
  test("decodes without an invalid line, a broken invariant or an uncovered raw", async () => {
    const { events, report } = await decode([bytes]);
    expect(report).toMatchObject({ invalidLines: [], faults: [], uncoveredRaw: {} });
    expect(events.filter((event) => !AgentEvent.safeParse(event).success)).toEqual([]);
  });

  test("gives the same events however its bytes are cut", { timeout: 60_000 }, async () => {
    const whole = await decode([bytes]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 8 }), async (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        expect(await decode(chunks)).toEqual(whole);
      }),
      { numRuns: 10 },
    );
  });
});

test("a short stream gives the same events when cut at every single byte", async () => {
  const bytes = bytesOf(init({ cwd: "/wörk/🦜" }), said("m1", "naïve — 漢字\u2028\r"), result());
  const whole = await decode([bytes]);
  expect(whole.events.map((event) => event.kind)).toContain("runFinished");
  for (let cut = 0; cut <= bytes.length; cut++)
    expect(await decode([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole);
});

describe("what a bare stdout cannot tell is not made up", () => {
  const asked = [init(), bash("m1", "t1"), canUseTool("r1", "Bash", {}, { tool_use_id: "t1" })];

  test("the run is finished where the last turn was and nothing is open", async () => {
    const { events } = await decode([bytesOf(init(), said("m1", "x"), result())]);
    expect(events.at(-1)).toMatchObject({ kind: "runFinished", outcome: "completed" });
    expect(events.at(-1)).not.toHaveProperty("exitCode");
  });

  test("its outcome is the last turn's", async () => {
    const { events } = await decode([bytesOf(init(), result({ is_error: true, api_error_status: 429 }))]);
    expect(events.at(-1)).toMatchObject({ outcome: "failed", error: { code: "rateLimited" } });
  });

  test("a stream cut in a turn has no runFinished; what is open is named", async () => {
    const { events, report } = await decode([bytesOf(...asked)]);
    expect(events.at(-1)?.kind).toBe("approvalRequested");
    expect(report).toMatchObject({ faults: [], openApprovals: ["id-2"], openTurn: true });
  });

  test("an approval whose answer was never told stays open after the turn", async () => {
    const { events, report } = await decode([bytesOf(...asked, toolResult("t1", "ran"), result())]);
    expect(events.some((event) => event.kind === "runFinished" || event.kind === "approvalResolved")).toBe(
      false,
    );
    expect(report).toMatchObject({ faults: [], openApprovals: ["id-2"], openTurn: false });
  });

  test("nothing at all is nothing", async () => {
    const { events, report } = await decode([]);
    expect(events).toEqual([]);
    expect(report).toEqual({
      invalidLines: [],
      faults: [],
      uncoveredRaw: {},
      openApprovals: [],
      openQuestions: [],
      openTurn: false,
    });
  });
});

describe("the report", () => {
  test("names bad lines by their number and goes on", async () => {
    const { events, report } = await decode([bytesOf(init(), "Segmentation fault", "", "[1]", result())]);
    expect(report.invalidLines).toEqual([
      { line: 2, reason: "not JSON", head: "Segmentation fault" },
      { line: 4, reason: "not an object", head: "[1]" },
    ]);
    expect(events.filter((event) => event.kind === "error")).toHaveLength(2);
    expect(events.at(-1)?.kind).toBe("runFinished");
  });

  test("names lines that were too long to keep", async () => {
    const long = bytesOf(init(), said("m1", "x".repeat(5_000)), result());
    const { events, report } = await decode([long], { maxLineBytes: 1_000 });
    expect(report.invalidLines).toMatchObject([
      { line: 2, reason: expect.stringMatching(/^\d+ bytes long$/) },
    ]);
    expect(events).toContainEqual(expect.objectContaining({ kind: "error", code: "lineTooLong" }));
  });

  test("counts types that no table names, and only those", async () => {
    const { report } = await decode([
      bytesOf({ type: "brand_new" }, { type: "brand_new" }, { type: "system", subtype: "hook_started" }),
    ]);
    expect(report.uncoveredRaw).toEqual({ brand_new: 2 });
  });
});
