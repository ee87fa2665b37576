import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkStream } from "@nucleic/protocol";
import type { Reply } from "@nucleic/protocol/testing";
import { expect, test, vi } from "vitest";
import { AgentBench } from "./agent-bench.ts";
import type { Pty } from "./pty.ts";

// One host, several terminals, the real agent. Only the model behind it is scripted.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const write = (path: string): Reply => [{ call: "Write", input: { path, content: "hello\n" } }];
const done: Reply = [{ say: "That is it." }];

async function serve(bench: AgentBench): Promise<Pty> {
  const host = bench.terminal("serve");
  await host.until("serving at");
  return host;
}

/** The process that listens. */
async function hostPid({ place }: AgentBench): Promise<number> {
  const found = JSON.parse(await readFile(join(place.home, "host.json"), "utf8")) as { pid: number };
  return found.pid;
}

/** What waits for a person, once something does. */
async function asked(bench: AgentBench): Promise<{ readonly id: string }> {
  for (;;) {
    const [first] = (await bench.run("asks", "--json")).json;
    if (first) return { id: String(first.id) };
  }
}

test("what one terminal runs, another one answers; clients come and go, and nothing is lost", async () => {
  const claude = "2.1.332";
  await using bench = await AgentBench.make("claude", claude, write("a.txt"), write("b.txt"), done);
  await using host = await serve(bench);
  await using first = bench.terminal("run", "Write it", "--backend", "claude");
  await first.until("y allow");

  await using follower = bench.spawn("attach", (await bench.session()).id, "--json");
  await follower.line(({ kind }) => kind === "approvalRequested");
  expect(await bench.run("approve", (await asked(bench)).id)).toMatchObject({ code: 0, stderr: "allowed\n" });
  await follower.line(({ kind }) => kind === "approvalResolved");
  // Killed outright: the session is not its.
  await follower.kill("SIGKILL");

  await first.until("y allow");
  const { stdout } = await bench.run("asks");
  expect(stdout).toContain("b.txt");
  expect(await bench.run("deny", (await asked(bench)).id, "--message", "not that one")).toMatchObject({
    code: 0,
  });
  await first.until("That is it.");
  expect(await first.exit()).toBe(0);

  const { cwd } = await bench.session();
  expect(await readdir(cwd)).toContain("a.txt");
  expect(await readdir(cwd)).not.toContain("b.txt");
  const records = await bench.records();
  expect(checkStream(records).faults).toEqual([]);
  expect(records.filter(({ kind }) => kind === "approvalResolved")).toMatchObject([
    { decision: { kind: "allow" }, decidedBy: { by: "person" } },
    { decision: { kind: "deny", message: "not that one" }, decidedBy: { by: "person" } },
  ]);
  host.press("\u0003");
  expect(await host.exit()).toBe(130);
});

test("a host that is killed leaves its sessions interrupted; the next one takes them up", async () => {
  await using bench = await AgentBench.make("claude", "2.1.332", done, write("a.txt"), done);
  const started = await bench.run("run", "Begin", "--backend", "claude", "--detach");
  expect(started).toMatchObject({ code: 0, stderr: "" });
  const id = started.stdout.trim();
  const pid = await hostPid(bench);
  while ((await bench.session()).status !== "awaitingInput");
  await using terminal = bench.terminal("resume", id, "Write it");
  await terminal.until("y allow");
  process.kill(pid, "SIGKILL");
  // The terminal is the next host for a moment: it has put in order what the killed one left.
  await terminal.until("1 session(s) are interrupted now");
  await terminal.until("● interrupted");
  expect(await terminal.exit()).toBe(130);

  await using host = await serve(bench);
  expect((await bench.session()).status).toBe("interrupted");
  const { code, json } = await bench.run("resume", id, "Go on");
  expect(json.find((event) => event.kind === "sessionStarted")).toMatchObject({ resumed: true });
  expect(json.findLast((event) => event.kind === "turnCompleted")).toMatchObject({ outcome: "completed" });
  expect(code).toBe(0);
  const records = await bench.records();
  expect(records.filter(({ kind }) => kind === "approvalResolved")).toMatchObject([
    { decision: { kind: "deny" }, decidedBy: { by: "abandoned" } },
  ]);
  expect(checkStream(records).faults).toEqual([]);
  host.press("\u0003");
  await host.exit();
});
