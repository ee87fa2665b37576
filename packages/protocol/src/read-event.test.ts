import { describe, expect, test } from "vitest";
import { readEvent } from "./read-event.ts";
import { sampleEvents } from "./testing/sample-events.ts";
import { PROTOCOL_VERSION } from "./version.ts";

const event = {
  v: 1,
  seq: 1,
  sessionId: "s",
  at: 0,
  origin: "runtime",
  kind: "setupStarted",
  script: "npm ci",
};

test.each(sampleEvents().map((sample) => [sample.kind, sample] as const))("reads %s", (_kind, sample) => {
  expect(readEvent(JSON.parse(JSON.stringify(sample)))).toEqual({ status: "ok", event: sample });
});

test("keeps fields it does not know: the event is the very value", () => {
  const later = { ...event, shell: "zsh" };
  const read = readEvent(later);
  expect(read.status === "ok" && read.event).toBe(later);
});

describe("what it cannot know is passed on as it came", () => {
  test.each([
    ["a kind of its own", { ...event, kind: "lunchBreak" }],
    ["nothing but a kind", { kind: "lunchBreak" }],
    [
      "a known kind that a later version writes otherwise",
      { ...event, v: PROTOCOL_VERSION + 1, script: ["npm", "ci"] },
    ],
  ])("%s", (_name, value) => {
    const read = readEvent(value);
    expect(read.status).toBe("unknown");
    expect(read.status === "unknown" && read.event).toBe(value);
  });
});

test("an event of a later version that is still understood is read", () => {
  expect(readEvent({ ...event, v: PROTOCOL_VERSION + 1 }).status).toBe("ok");
});

describe("what is no event is invalid, and says where", () => {
  const noKind = "not an object with a kind";
  test.each<[string, unknown, string]>([
    ["undefined", undefined, noKind],
    ["null", null, noKind],
    ["a string", "setupStarted", noKind],
    ["an array", [event], noKind],
    ["an object without a kind", { v: 1 }, noKind],
    ["a kind that is no string", { ...event, kind: 7 }, noKind],
    ["a field of a wrong type", { ...event, script: 7 }, "script: "],
    ["a version of a wrong type", { ...event, v: "2" }, "v: "],
    [
      "a nested fault",
      { ...event, kind: "planUpdated", entries: [{ text: "a", status: "lost" }] },
      "entries.0.status: ",
    ],
  ])("%s", (_name, value, issue) => {
    const read = readEvent(value);
    expect(read.status).toBe("invalid");
    expect(read.status === "invalid" && read.issues[0]).toContain(issue);
  });
});
