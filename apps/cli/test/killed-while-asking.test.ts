import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkStream } from "@nucleic/protocol";
import type { Reply } from "@nucleic/protocol/testing";
import { expect, test, vi } from "vitest";
import { AgentBench } from "./agent-bench.ts";

// The host dies while its agent waits for a person. Only the model behind the real agent is scripted.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const write: Reply = [{ call: "Write", input: { path: "hello.txt", content: "hello\n" } }];
const done: Reply = [{ say: "That is it." }];

/** The process that holds the one run there is. The terminal's own child is the program that makes the terminal. */
async function hostOf({ place }: AgentBench): Promise<number> {
  const runs = join(place.home, "runs");
  const [record = ""] = await readdir(runs);
  const { owner } = JSON.parse(await readFile(join(runs, record), "utf8")) as { owner: { pid: number } };
  return owner.pid;
}

test.each([
  ["claude", "2.1.332"],
  ["codex", "0.171.0"],
] as const)(
  "%s: nothing is allowed, the session is interrupted, the transcript whole, and it is taken up again",
  async (cli, version) => {
    await using bench = await AgentBench.make(cli, version, done, write, done);
    expect((await bench.run("run", "Begin", "--backend", cli)).code).toBe(0);
    const { id, cwd } = await bench.session();
    await using terminal = bench.terminal("resume", id, "Write it");
    await terminal.until("y allow");
    process.kill(await hostOf(bench), "SIGKILL");
    await terminal.exit();

    expect((await bench.run("ls", "--json")).json).toMatchObject([{ status: "interrupted" }]);
    expect((await bench.run("verify", id)).code).toBe(0);
    const records = await bench.records();
    expect(records.filter(({ kind }) => kind === "approvalResolved")).toMatchObject([
      { decision: { kind: "deny" }, decidedBy: { by: "abandoned" } },
    ]);
    expect(records.findLast(({ kind }) => kind === "runFinished")).toMatchObject({ outcome: "interrupted" });
    expect(checkStream(records).faults).toEqual([]);
    expect(await readdir(cwd)).not.toContain("hello.txt");

    const { code, json } = await bench.run("resume", id, "Go on");
    expect(json.find((event) => event.kind === "sessionStarted")).toMatchObject({ resumed: true });
    expect(json.findLast((event) => event.kind === "turnCompleted")).toMatchObject({ outcome: "completed" });
    expect(code).toBe(0);
  },
);
