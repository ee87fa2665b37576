import type { SessionRecord } from "@nucleic/runtime";
import { expect, test } from "vitest";
import { standing } from "./session-table.ts";

test.each<[SessionRecord["status"], SessionRecord["disposition"], string]>([
  ["finished", undefined, "finished"],
  ["finished", "completed", "completed"],
  ["finished", "blocked", "blocked"],
  ["awaitingInput", "awaitingInput", "waits for you"],
  ["interrupted", "completed", "completed"],
  // What an agent made of its last turn says nothing of the one that is on, or went wrong, or is put away.
  ["running", "completed", "running"],
  ["awaitingApproval", "blocked", "asks for approval"],
  ["failed", "completed", "failed"],
  ["archived", "completed", "archived"],
])("%s, %s: %s", (status, disposition, words) => {
  expect(standing({ status, ...(disposition && { disposition }) })).toBe(words);
});
