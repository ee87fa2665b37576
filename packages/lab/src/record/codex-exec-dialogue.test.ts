import { expect, test } from "vitest";
import { codexExecDialogue } from "./codex-exec-dialogue.ts";

test("each turn is a process that is told by stdin; the second one goes on with the thread of the first", () => {
  const dialogue = codexExecDialogue(
    { name: "test", script: [], args: { "codex-exec": ["-c", "a=1"] } },
    "/lab/project",
  );
  const flags = ["exec", "--json", "--sandbox", "workspace-write", "--skip-git-repo-check", "-c", "a=1"];
  expect(dialogue.processPerTurn).toBe(true);
  expect(dialogue.args()).toEqual([...flags, "-"]);
  expect([dialogue.begin(), dialogue.user("Go."), dialogue.interrupt()]).toEqual([
    [],
    ["Go."],
    { signal: "SIGINT" },
  ]);
  expect(dialogue.respond("no JSON")).toEqual({});
  dialogue.respond('{"type":"thread.started","thread_id":"t1"}');
  expect(dialogue.args()).toEqual([...flags, "resume", "t1", "-"]);
});
