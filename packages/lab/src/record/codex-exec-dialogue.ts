import { asRecord, asString } from "../api/read-body.ts";
import type { Dialogue, OpenDialogue } from "./dialogue.ts";

/**
 * `codex exec --json` of Codex 0.171.0: a process for each turn, told by its stdin. It never asks; what its sandbox does
 * not let through fails.
 */
export const codexExecDialogue: OpenDialogue = (recording): Dialogue => {
  let threadId: string | undefined;
  const flags = ["--json", "--sandbox", "workspace-write", "--skip-git-repo-check"];
  const more = recording.args?.["codex-exec"] ?? [];
  return {
    processPerTurn: true,
    args: () => ["exec", ...flags, ...more, ...(threadId === undefined ? [] : ["resume", threadId]), "-"],
    begin: () => [],
    user: (text) => [text],
    interrupt: () => ({ signal: "SIGINT" }),
    respond(line) {
      const { type, thread_id } = asRecord(parse(line));
      if (type === "thread.started") threadId = asString(thread_id, "");
      return {};
    },
  };
};

// A line that is no JSON is kept in the recording like any other; there is nothing to answer to it.
function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
