import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFailedCall, readReason } from "./stderr.ts";

const line = (message: string) =>
  `2026-11-30T07:28:29.532031Z ERROR codex_core::tools::router: error=${message}`;

describe("a call that was refused, as 0.171.0 puts it", () => {
  test.each([
    [
      "approval policy is Never; reject command — you cannot ask for escalated permissions if the approval policy is Never",
      "command",
    ],
    ["patch rejected: writing is blocked by read-only sandbox; rejected by user approval settings", "patch"],
    ["patch rejected: writing outside of the project; rejected by user approval settings", "patch"],
    ['exec_command failed: CreateProcess { message: "Rejected(\\"rejected by user\\")" }', "command"],
    ["approval request failed", "other"],
  ])("%s", (message, about) => {
    expect(readFailedCall(line(message))).toEqual({ refused: true, message, about });
  });
});

test.each([
  "failed to parse function arguments: missing field `cmd` at line 1 column 11",
  "unsupported call: nosuch",
  "apply_patch verification failed: Failed to read file to update /a/rejected.txt: No such file or directory",
  "request_user_input is unavailable in Default mode",
])("a call that the model got wrong is no refusal: %s", (message) => {
  expect(readFailedCall(line(message))).toMatchObject({ refused: false, message });
});

test("colours and a line end do not hide it", () => {
  const coloured =
    "\u001b[2m2026-11-30T07:28:29.5Z\u001b[0m \u001b[31mERROR\u001b[0m \u001b[2mcodex_core::tools::router\u001b[0m\u001b[2m:\u001b[0m \u001b[3merror\u001b[0m\u001b[2m=\u001b[0mpatch rejected by user\r";
  expect(readFailedCall(coloured)).toEqual({
    refused: true,
    message: "patch rejected by user",
    about: "patch",
  });
});

test.each([
  "Reading prompt from stdin...",
  "warning: Untrusted project-local configuration is disabled.",
  "2026-11-30T12:05:36Z ERROR codex_core::session: failed to record rollout items: thread x not found",
  "codex_core::tools::router: error=patch rejected",
  `said by a server: ${line("patch rejected by user")}`,
])("%s is of no call", (other) => {
  expect(readFailedCall(other)).toBeUndefined();
});

test("no line takes long, whatever it is made of", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 8192 }), (any) => {
      readFailedCall(any);
      readFailedCall(line(any));
      readReason(any);
    }),
  );
});

test.each([
  ["Reading prompt from stdin...\nError: no rollout found\n", "no rollout found"],
  [
    "error: unexpected argument '--x' found\n\nFor more information, try '--help'.\n",
    "unexpected argument '--x' found",
  ],
  [
    "Error loading config.toml: url is not supported for stdio\nin `mcp_servers.m`\n",
    "Error loading config.toml: url is not supported for stdio",
  ],
  ["Not inside a trusted directory.\nReading prompt from stdin...\n", "Not inside a trusted directory."],
  ["warning: something\n", undefined],
  ["", undefined],
])("the reason in %j", (stderr, reason) => {
  expect(readReason(stderr)).toBe(reason);
});
