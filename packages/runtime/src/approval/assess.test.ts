import type { ApprovalRequest } from "@nucleic/protocol";
import { describe, expect, it } from "vitest";
import { assessConservatively, assessSafely } from "./assess.ts";
import { approvalDigest } from "./digest.ts";

const base = { id: "a", sessionId: "s", nativeTool: "native", cwd: "/srv/tree", options: [], createdAt: 1 };
const request = (tool: string, input: object, more: object = {}) =>
  ({ ...base, tool, input, ...more }) as unknown as ApprovalRequest;

describe("the conservative assessment", () => {
  it.each<[string, object, object, string, string]>([
    ["Bash", { command: "ls -l" }, {}, "execute", "Bash: ls -l"],
    ["Bash", { command: "a\nb\nc" }, {}, "execute", "Bash: a (+2 lines)"],
    ["Bash", { command: "ok \u202egnp.exe\u001b[2K" }, {}, "execute", "Bash: ok \ufffdgnp.exe\ufffd[2K"],
    ["Read", { path: "src/a.ts" }, {}, "read", "Read: src/a.ts"],
    ["Read", { path: "/srv/tree/..a" }, {}, "read", "Read: ..a"],
    ["Read", { path: "/etc/ssh/id" }, {}, "unknown", "Read: /etc/ssh/id"],
    ["Read", { path: "../other" }, {}, "unknown", "Read: ../other"],
    ["Grep", { pattern: "x" }, {}, "read", "Grep: x"],
    ["Write", { path: "a" }, {}, "write", "Write: a"],
    ["Write", {}, {}, "unknown", "Write"],
    ["Edit", { path: "/srv/tree2/a" }, {}, "unknown", "Edit: /srv/tree2/a"],
    ["Edit", { path: "a" }, { paths: ["a", "/etc/passwd"] }, "unknown", "Edit: a"],
    ["Read", { path: 7 }, {}, "unknown", "Read"],
    ["WebFetch", { url: "https://x" }, {}, "network", "WebFetch: https://x"],
    ["Mcp", { server: "db", tool: "drop" }, {}, "unknown", "native: db drop"],
    ["Other", {}, {}, "unknown", "native"],
  ])("of %s %o %o is %s", (tool, input, more, risk, summary) => {
    expect(assessConservatively(request(tool, input, more))).toMatchObject({ risk, summary });
  });

  it("says why where it does not know", () => {
    expect(assessConservatively(request("Read", { path: "/etc/passwd" })).riskReasons).toEqual([
      "outside the working folder: /etc/passwd",
    ]);
  });

  it("keeps the summary to one short line", () => {
    const { summary } = assessConservatively(request("Bash", { command: "🦀".repeat(500) }));
    expect(summary.length).toBeLessThan(170);
    expect(summary.isWellFormed()).toBe(true);
  });

  it("is unknown where another one fails", () => {
    const broken = () => {
      throw new Error("no parser");
    };
    expect(assessSafely(broken, request("Bash", { command: "ls" }))).toEqual({
      summary: "Bash: ls",
      risk: "unknown",
      riskReasons: ["could not be judged: no parser"],
    });
  });
});

describe("the digest", () => {
  const shown = request("Bash", { command: "ls", cwd: "/a" });

  it("is pinned", () => {
    expect(approvalDigest(shown)).toMatchInlineSnapshot(
      `"f435f3b785779f005490dc2bcb96162baf5995a3306defdd8732c7bd27b93042"`,
    );
  });

  it("does not depend on the order of members, nor on what is not shown", () => {
    expect(approvalDigest(request("Bash", { cwd: "/a", command: "ls" }, { createdAt: 9, id: "b" }))).toBe(
      approvalDigest(shown),
    );
  });

  it.each([
    ["tool", { tool: "Other" }],
    ["input", { input: { command: "ls -a", cwd: "/a" } }],
    ["cwd", { cwd: "/b" }],
    ["diff", { diff: "+x" }],
    ["session", { sessionId: "t" }],
  ])("changes with the %s", (_name, change) => {
    expect(approvalDigest({ ...shown, ...change } as ApprovalRequest)).not.toBe(approvalDigest(shown));
  });
});
