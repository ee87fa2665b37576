import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterInterrupt, hooksThat, inCommand, killedBy, remainsAfter } from "@nucleic/adapter-kit/testing";
import { type Reply, WatchedRun } from "@nucleic/protocol/testing";
import { lightEngine } from "@nucleic/sandbox";
import { describe, expect, test } from "vitest";
import { bench } from "./lab.ts";
import "./patience.ts";

const confined = (replies: readonly Reply[]) => bench({ replies, engine: lightEngine() });

/** Out of Codex's own sandbox, so that ours alone is left. */
const escalated = (cmd: string) =>
  ({
    native: "exec_command",
    input: { cmd, sandbox_permissions: "require_escalated", justification: "a test" },
  }) as const;

describe("codex in a sandbox", () => {
  test("writes where it may, once it is allowed, and nowhere else", async () => {
    const outside = join(dirname(process.execPath), "escaped.txt");
    await using lab = await confined([
      [{ call: "Write", input: { path: "a.txt", content: "x" } }],
      [escalated(`touch ${outside} || echo refused >b.txt`)],
      // Without leave to go outside of Codex's own sandbox, which can't be made in here.
      [{ call: "Bash", input: { command: "cat a.txt; touch c.txt" } }],
      [{ say: "It is written." }],
    ]);
    const { hooks, asked } = hooksThat({ kind: "allow" });
    const events = new WatchedRun(await lab.backend.start(lab.spec(), hooks));
    await events.turn("go on");
    await events.close();
    expect({ said: events.said, asked: asked.length }).toEqual({ said: "It is written.", asked: 3 });
    const written = ["a.txt", "b.txt", "c.txt"].map((path) => lab.read(path));
    expect(await Promise.all(written)).toEqual(["x\n", "refused\n", ""]);
    await expect(access(outside)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("is interrupted in a command, and goes on; taken up again, it knows the session", async () => {
    const command = "echo $$ > started.txt; tail -f /dev/null";
    await using lab = await confined([[escalated(command)], [{ say: "I go on." }], [{ say: "Once more." }]]);
    expect(await afterInterrupt(lab, 2)).toEqual({
      outcome: "interrupted",
      said: ["I go on.", "Once more."],
      faults: [],
    });
  });

  test("leaves nothing after a kill", async () => {
    const call = escalated("setsid tail -f /dev/null & echo $$ > started.txt; tail -f /dev/null");
    await using lab = await confined([[call]]);
    const remains = await remainsAfter(killedBy("SIGKILL"), await inCommand(lab, 2));
    expect(remains).toEqual({ processes: [], outcome: "failed", toolResults: 1, faults: [] });
  });
});
