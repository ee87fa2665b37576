import { expect, test } from "vitest";
import { stdoutFixtures } from "../../test/fixtures.ts";
import { coverage, isRawOnPurpose } from "./coverage.ts";
import { decodeLine, typeOf } from "./decode-line.ts";

test("the table is as it was agreed: a type more or less is a decision", () => {
  const by = (is: string) => Object.keys(coverage).filter((type) => coverage[type]?.is === is);
  expect(by("modelled")).toEqual([
    "system/init",
    "system/status",
    "system/api_retry",
    "system/compact_boundary",
    "system/permission_denied",
    "system/model_refusal_no_fallback",
    "system/task_started",
    "system/task_notification",
    "assistant",
    "user",
    "stream_event",
    "result",
    "rate_limit_event",
    "control_request",
    "control_cancel_request",
    "command_lifecycle",
  ]);
  expect(by("silent")).toEqual([
    "system/thinking_tokens",
    "system/ui_invalidate",
    "control_response",
    "keep_alive",
  ]);
  expect(by("raw")).toEqual([
    "system/task_progress",
    "system/task_updated",
    "system/background_tasks_changed",
    "system/hook_started",
    "system/hook_response",
    "system/informational",
    "conversation_reset",
  ]);
});

test("nothing inherited passes for a row of it", () => {
  expect(isRawOnPurpose("constructor")).toBe(false);
  expect(isRawOnPurpose("brand_new")).toBe(false);
});

test.each(stdoutFixtures)("every type in $name is in the table", ({ bytes }) => {
  const lines = new TextDecoder()
    .decode(bytes)
    .split("\n")
    .filter((line) => line !== "");
  const types = lines.map((line) => {
    const decoded = decodeLine(new TextEncoder().encode(line));
    if (decoded.status === "ok") return typeOf(decoded.message);
    return decoded.status === "unknown" ? decoded.type : decoded.status;
  });
  expect(lines.length).toBeGreaterThan(0);
  expect(types.filter((type) => !Object.hasOwn(coverage, type))).toEqual([]);
});
