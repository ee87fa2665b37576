import { expect, test } from "vitest";
import { coverage, coverageOf, isRawOnPurpose } from "./coverage.ts";

test("the table is as it was agreed: a type more or less is a decision", () => {
  const by = (is: string) => Object.keys(coverage).filter((type) => coverage[type]?.is === is);
  expect(by("raw")).toEqual([
    "session/update/available_commands_update",
    "session/update/session_info_update",
    "session/update/notice",
    "session/update/compaction_summary_chunk",
    "_x.ai/session_notification/last_turn_summary",
    "_x.ai/session_notification/background_tasks",
    "_x.ai/mcp/servers_updated",
    "_x.ai/mcp_initialized",
  ]);
  expect(by("modelled")).toEqual([
    "session/update/user_message_chunk",
    "session/update/agent_message_chunk",
    "session/update/agent_thought_chunk",
    "session/update/tool_call",
    "session/update/tool_call_update",
    "session/update/plan",
    "session/update/current_mode_update",
    "session/update/config_option_update",
    "session/update/usage_update",
    "session/update/compaction_update",
    "_x.ai/session_notification/tool_call_delta_chunk",
    "_x.ai/session_notification/response_completed",
    "_x.ai/session_notification/retry_state",
    "_x.ai/session_notification/model_changed",
    "_x.ai/exit_plan_mode",
    "_x.ai/ask_user_question",
    "session/request_permission",
    "result",
    "error",
  ]);
});

test("nothing inherited passes for a row of it", () => {
  expect(coverageOf("constructor")).toBe(undefined);
  expect(isRawOnPurpose("brand_new")).toBe(false);
});
