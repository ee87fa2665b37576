import { access, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  afterInterrupt,
  endlessCall,
  hooksThat,
  inCommand,
  killedBy,
  remainsAfter,
} from "@nucleic/adapter-kit/testing";
import { type Reply, WatchedRun } from "@nucleic/protocol/testing";
import { lightEngine } from "@nucleic/sandbox";
import { describe, expect, test } from "vitest";
import { bench } from "./lab.ts";

const confined = (replies: readonly Reply[]) => bench({ agent: "grok", replies, engine: lightEngine() });

describe("grok in a sandbox", () => {
  test("writes where it may, once it is allowed, and nowhere else", async () => {
    const outside = join(dirname(process.execPath), "escaped.txt");
    await using lab = await confined([
      [{ call: "Write", input: { path: "a.txt", content: "x" } }],
      [{ call: "Bash", input: { command: `touch ${outside} || echo refused >b.txt` } }],
      [{ say: "It is written." }],
    ]);
    const { hooks, asked } = hooksThat({ kind: "allow" });
    const events = new WatchedRun(await lab.backend.start(lab.spec(), hooks));
    await events.turn("go on");
    await events.close();
    expect({ said: events.said, asked: asked.length }).toEqual({ said: "It is written.", asked: 2 });
    expect(await readFile(join(lab.cwd, "a.txt"), "utf8")).toMatch(/^x\n?$/);
    expect(await readFile(join(lab.cwd, "b.txt"), "utf8")).toBe("refused\n");
    await expect(access(outside)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("is interrupted in a command, and goes on; taken up again, it knows the session", async () => {
    await using lab = await confined([[endlessCall], [{ say: "I go on." }], [{ say: "Once more." }]]);
    expect(await afterInterrupt(lab)).toEqual({
      outcome: "interrupted",
      said: ["I go on.", "Once more."],
      faults: [],
    });
  });

  test("leaves nothing after a kill", async () => {
    await using lab = await confined([[endlessCall]]);
    const remains = await remainsAfter(killedBy("SIGKILL"), await inCommand(lab));
    expect(remains).toEqual({ processes: [], outcome: "failed", toolResults: 1, faults: [] });
  });
});
