import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ApprovalRequest } from "@nucleic/protocol";
import { afterAll, describe, expect, it } from "vitest";
import { assessIn, assessSafely } from "./assess.ts";
import { approvalDigest } from "./digest.ts";

const base = { id: "a", sessionId: "s", nativeTool: "native", cwd: "/srv/tree", options: [], createdAt: 1 };
const request = (tool: string, input: object, more: object = {}) =>
  ({ ...base, tool, input, ...more }) as unknown as ApprovalRequest;

describe("the assessment in a session's folder", () => {
  const base = mkdtempSync(join(tmpdir(), "nucleic-assess-"));
  const tree = join(base, "tree");
  mkdirSync(tree);
  symlinkSync(base, join(tree, "out"));
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  it.each([
    ["ls src", "read"],
    ["touch a.ts", "write"],
    ["cat out/secret", "unknown"],
    ["touch out/x", "unknown"],
    ["cd out && ls", "unknown"],
    ["rm out/x", "unknown"],
  ])("of %j is %s: links count by where they lead", (command, risk) => {
    expect(assessIn(() => tree)(request("Bash", { command }, { cwd: tree }))).toMatchObject({ risk });
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
