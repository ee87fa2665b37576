import { access, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  afterInterrupt,
  endings,
  endlessCall,
  hooksThat,
  inCommand,
  remainsAfter,
} from "@nucleic/adapter-kit/testing";
import { type Reply, WatchedRun } from "@nucleic/protocol/testing";
import { lightEngine } from "@nucleic/sandbox";
import { describe, expect, test } from "vitest";
import { bench, VERSIONS } from "./lab.ts";
import "./patience.ts";

const [version] = VERSIONS;

const sandboxedBench = (replies: readonly Reply[]) => bench({ version, replies, engine: lightEngine() });

describe(`${version} in a sandbox`, () => {
  test("writes where it may, once it is allowed, and nowhere else", async () => {
    const outside = join(dirname(process.execPath), "escaped.txt");
    const write = { call: "Write", input: { path: "a.txt", content: "x" } } as const;
    const leave = { call: "Bash", input: { command: `touch ${outside} || echo refused >b.txt` } } as const;
    await using bench = await sandboxedBench([[write], [leave], [{ say: "It is written." }]]);
    const { hooks, asked } = hooksThat({ kind: "allow" });
    const events = new WatchedRun(await bench.backend.start(bench.spec(), hooks));
    await events.turn("go on");
    await events.close();
    expect({ said: events.said, asked: asked.length }).toEqual({ said: "It is written.", asked: 2 });
    expect(await readFile(join(bench.cwd, "a.txt"), "utf8")).toBe("x");
    expect(await readFile(join(bench.cwd, "b.txt"), "utf8")).toBe("refused\n");
    await expect(access(outside)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("is interrupted in a command, and goes on; taken up again, it knows the session", async () => {
    await using bench = await sandboxedBench([[endlessCall], [{ say: "I go on." }], [{ say: "Once more." }]]);
    expect(await afterInterrupt(bench)).toEqual({
      outcome: "interrupted",
      said: ["I go on.", "Once more."],
      faults: [],
    });
  });

  // SIGTERM to the outermost process alone, which is bubblewrap, is ignored; to the group it reaches the program.
  test.each(endings.filter(([way]) => way !== "SIGTERM"))("leaves nothing after %s", async (...ending) => {
    await using bench = await sandboxedBench([[endlessCall]]);
    const remains = await remainsAfter(ending, await inCommand(bench));
    expect(remains).toEqual({ processes: [], outcome: ending[1], toolResults: 1, faults: [] });
  });
});
