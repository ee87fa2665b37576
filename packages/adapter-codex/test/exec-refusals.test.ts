import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkStream } from "@nucleic/protocol";
import type { Reply } from "@nucleic/protocol/testing";
import { describe, expect, test } from "vitest";
import { execBench, only, playOnce } from "./exec-lab.ts";

const done: Reply = [{ say: "All done!" }];
const patch: Reply = [{ call: "Write", input: { path: "a.txt", content: "x\n" } }];
const escalation: Reply = [
  {
    native: "exec_command",
    input: { cmd: "touch b.txt", sandbox_permissions: "require_escalated", justification: "please" },
  },
];
const outside: Reply = [
  {
    native: "apply_patch",
    input: "*** Begin Patch\n*** Add File: /nucleic-outside.txt\n+x\n*** End Patch\n",
  },
];

describe("what the sandbox refuses is told, though the program calls the turn completed and leaves with 0", () => {
  test.each([
    ["a patch in a read-only sandbox", "read-only", patch, "Edit"],
    ["a patch outside of the folder", "workspace-write", outside, "Edit"],
    ["a command that wants out of the sandbox", "workspace-write", escalation, "Bash"],
  ])("%s", async (_name, mode, reply, tool) => {
    await using lab = await execBench([reply, done]);
    const events = await playOnce(await lab.backend.start(lab.spec({ mode }), {}), "Do it.");
    expect(only(events, "toolCallStarted")).toMatchObject([{ tool }]);
    expect(only(events, "toolResult")).toMatchObject([{ isError: true }]);
    expect(only(events, "error")).toMatchObject([{ code: "unsupported", recoverable: false }]);
    expect(only(events, "turnCompleted")).toMatchObject([
      { outcome: "failed", error: { code: "unsupported" }, finalText: "All done!" },
    ]);
    expect(only(events, "runFinished")).toMatchObject([{ outcome: "failed", exitCode: 0 }]);
    expect(checkStream(events).faults).toEqual([]);
  });
});

test("what the sandbox allows is done, and told as Codex's own change", async () => {
  await using lab = await execBench([patch, done]);
  const events = await playOnce(await lab.backend.start(lab.spec(), {}), "Do it.");
  expect(await readFile(join(lab.cwd, "a.txt"), "utf8")).toBe("x\n");
  expect(only(events, "fileChange")).toMatchObject([{ path: "a.txt", change: "add", inferred: false }]);
  expect(only(events, "turnCompleted")).toMatchObject([{ outcome: "completed" }]);
});
