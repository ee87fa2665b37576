import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AgentEvent } from "./event.ts";
import { isLiveOnly } from "./live-only.ts";
import { sampleEvents } from "./testing/sample-events.ts";

const samples = sampleEvents();

test("the kinds are these", () => {
  expect(AgentEvent.options.map((option) => option.shape.kind.value)).toEqual([
    "sessionStarted",
    "turnStarted",
    "userMessage",
    "assistantText",
    "thinking",
    "toolCallStarted",
    "toolCallInputDelta",
    "toolCallCompleted",
    "toolOutputDelta",
    "toolResult",
    "fileChange",
    "planUpdated",
    "approvalRequested",
    "approvalResolved",
    "questionAsked",
    "questionAnswered",
    "usage",
    "rateLimit",
    "compaction",
    "turnCompleted",
    "runFinished",
    "error",
    "setupStarted",
    "setupLog",
    "setupFinished",
    "sandboxPrepared",
    "sandboxRefusal",
    "statusChanged",
    "dispositionChanged",
    "integration",
    "diffstat",
    "raw",
  ]);
});

test("there is a sample of each kind", () => {
  const kinds = AgentEvent.options.map((option) => option.shape.kind.value);
  expect(new Set(samples.map((event) => event.kind))).toEqual(new Set(kinds));
});

describe.each(samples.map((event) => [event.kind, event] as const))("%s", (kind, event) => {
  const shape = AgentEvent.options.find((option) => option.shape.kind.value === kind)?.shape ?? {};
  const without = (field: string) =>
    Object.fromEntries(Object.entries(event).filter(([key]) => key !== field));

  test("is accepted with every field filled in, and comes back as it was", () => {
    expect(Object.keys(event).sort()).toEqual(Object.keys(shape).sort());
    expect(AgentEvent.parse(event)).toEqual(event);
  });

  test.each(Object.entries(shape))("needs %s unless it is optional", (field, schema) => {
    const { success, error } = AgentEvent.safeParse(without(field));
    const optional = schema instanceof z.ZodOptional;
    expect(success).toBe(optional);
    if (!optional) expect(error?.issues[0]?.path[0]).toBe(field);
  });

  test.each(Object.keys(shape).filter((field) => field !== "native"))(
    "rejects %s of a wrong type",
    (field) => {
      expect(AgentEvent.safeParse({ ...event, [field]: Symbol("of no type") }).success).toBe(false);
    },
  );
});

const envelope = { v: 1, seq: 1, sessionId: "s", at: 0, origin: "backend" };

test.each([
  ["a version that is not positive", { v: 0 }, "v"],
  ["seq 0: it counts from 1", { seq: 0 }, "seq"],
  ["a time with a fraction", { at: 1.5 }, "at"],
  ["a time before 1970", { at: -1 }, "at"],
  ["an empty session id", { sessionId: "" }, "sessionId"],
  ["a session id of 257 characters", { sessionId: "x".repeat(257) }, "sessionId"],
  ["an origin of its own", { origin: "cloud" }, "origin"],
  ["a code that is not listed", { code: "badLuck" }, "code"],
  ["a wait of less than nothing", { retryInMs: -1 }, "retryInMs"],
])("an event with %s is rejected", (_name, fields, path) => {
  const event = { ...envelope, kind: "error", code: "network", message: "m", recoverable: true };
  expect(AgentEvent.safeParse(event).success).toBe(true);
  expect(AgentEvent.safeParse({ ...event, ...fields }).error?.issues.map((issue) => issue.path)).toEqual([
    [path],
  ]);
});

test("an input inside an event is written whole", () => {
  const turn = { ...envelope, kind: "turnStarted", cause: "user", input: { text: "Hello." } };
  expect(AgentEvent.safeParse(turn).error?.issues[0]?.path).toEqual(["input", "context"]);
});

test("deltas are live only, and nothing else is", () => {
  const live = samples.filter(isLiveOnly).map((event) => event.kind);
  expect(live).toEqual(["toolCallInputDelta", "toolOutputDelta"]);
  expect(isLiveOnly({ kind: "assistantText", isPartial: true })).toBe(true);
  expect(isLiveOnly({ kind: "thinking", isPartial: true })).toBe(true);
});
