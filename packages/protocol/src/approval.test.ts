import { describe, expect, test } from "vitest";
import { approvalRequest } from "../test/drafts.ts";
import { ApprovalRequest, DecidedBy, Decision, Risk } from "./approval.ts";

describe("a decision", () => {
  test.each<[unknown, boolean]>([
    [{ kind: "allow" }, true],
    [{ kind: "allow", updatedInput: { command: "ls" } }, true],
    [{ kind: "allow", updatedInput: "ls" }, false],
    [{ kind: "allow", updatedInput: null }, false],
    [{ kind: "allowAlways", scope: "project", pattern: "git status" }, true],
    [{ kind: "allowAlways" }, false],
    [{ kind: "allowAlways", scope: "everywhere" }, false],
    [{ kind: "deny" }, true],
    [{ kind: "deny", message: "Not now." }, true],
    [{ kind: "cancelRun" }, true],
    [{ kind: "Allow" }, false],
    [{}, false],
    ["allow", false],
    [true, false],
  ])("%o: %s", (decision, fits) => {
    expect(Decision.safeParse(decision).success).toBe(fits);
  });
});

test("who decides is one of these", () => {
  const who = ["person", "rule", "policy", "expired", "abandoned", "withdrawn", "noAnswerer"];
  expect(DecidedBy.shape.by.options).toEqual(who);
});

test("risks are these, the unknown one last", () => {
  expect(Risk.options).toEqual(["read", "write", "execute", "network", "destructive", "unknown"]);
});

test("a request stands with the raw facts alone, and with what the answerer adds", () => {
  const raw = approvalRequest("approval-1");
  expect(ApprovalRequest.parse(raw)).toEqual(raw);
  const enriched = {
    ...raw,
    summary: "List files",
    risk: "read",
    riskReasons: ["reads only"],
    digest: "0f1e",
  };
  expect(ApprovalRequest.parse(enriched)).toEqual(enriched);
});

test.each(["id", "sessionId", "tool", "nativeTool", "input", "cwd", "options", "createdAt"])(
  "a request needs its %s",
  (field) => {
    expect(ApprovalRequest.safeParse({ ...approvalRequest("approval-1"), [field]: undefined }).success).toBe(
      false,
    );
  },
);
