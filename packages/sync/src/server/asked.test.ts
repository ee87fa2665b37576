import type { ApprovalRequest } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { askedMessage } from "./asked.ts";

const request = (id: string, command: string): ApprovalRequest => ({
  id: id as ApprovalRequest["id"],
  sessionId: "s" as ApprovalRequest["sessionId"],
  tool: "Bash",
  nativeTool: "Bash",
  input: { command },
  cwd: "/tmp",
  diff: command,
  options: ["allow", "deny"],
  createdAt: 1,
  summary: "Bash: ls",
  digest: "of all of it",
});

test("a request that is too large comes without what is large in it, and says so; its digest still holds", () => {
  const [small, large] = [request("small", "ls"), request("large", "x".repeat(40_000))];
  const message = askedMessage(true, { approvals: [small, large], questions: [] });
  expect(message.clipped).toEqual(["large"]);
  expect(message.approvals[0]).toEqual(small);
  expect(message.approvals[1]).toMatchObject({ input: {}, summary: "Bash: ls", digest: "of all of it" });
  expect(message.approvals[1]).not.toHaveProperty("diff");
});
