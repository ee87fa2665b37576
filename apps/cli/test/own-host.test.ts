import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { demoFile } from "../src/demo/files.ts";
import { entry, Place } from "./cli.ts";
import { Pty } from "./pty.ts";
import { Spawned } from "./spawned.ts";

// Where no host runs, the command that runs a session is one, and every other command finds it.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let place: Place;
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place[Symbol.asyncDispose]());

const terminal = (...args: string[]) =>
  new Pty([process.execPath, ...entry, ...args], { cwd: place.repository, env: place.env });
const question = "How should the program greet people?";
const run = () => terminal("run", "Greet people", "--backend", "demo");
const hostPid = async () =>
  (JSON.parse(await readFile(join(place.home, "host.json"), "utf8")) as { pid: number }).pid;

test("of commands that start at once one is the host of all, and none is refused", async () => {
  const all = await Promise.all([1, 2, 3].map(() => place.run(["ls", "--json"])));
  expect(all).toMatchObject(all.map(() => ({ code: 0, stdout: "", stderr: "" })));
});

test("a second terminal sees, answers and follows what the first one runs", async () => {
  await using first = run();
  await first.until(question);
  expect((await place.run(["asks"])).stdout).toContain(question);
  const [session] = (await place.run(["ls", "--json"])).json;
  expect(session).toMatchObject({ status: "awaitingAnswer", isRunning: true, pendingQuestions: 1 });
  const id = String(session?.id);

  await using second = terminal("attach", id);
  await second.until(question);
  second.press("3");
  await first.until("Allow Edit?");
  expect(await place.run(["approve", id, "--yes"])).toMatchObject({ code: 0, stderr: "allowed\n" });
  await first.until("Allow Bash?");
  await second.until("Allow Bash?");
  expect(await place.run(["deny", id, "--message", "no need"])).toMatchObject({ code: 0 });
  await first.until("● done");
  expect(await first.exit()).toBe(0);
  expect(await second.exit()).toBe(0);
  expect((await place.run(["diff", id])).stdout).toContain('+const greeting = "Ahoy";');
  expect((await place.run(["asks"])).stderr).toBe("nobody waits\n");
});

test("the host stays for those who use it, and ends them in order when it is told to", async () => {
  await using first = run();
  await first.until(question);
  await using second = run();
  await second.until(question);
  first.press("\u0003");
  await first.until("● interrupted");
  await first.until("others use this host (1 client, 1 running session)");
  second.press("\u001b");
  await second.until("Allow Edit?");
  first.press("\u0003");
  expect(await first.exit()).toBe(130);
  await second.until("● interrupted");
  expect(await second.exit()).toBe(130);
  const { json } = await place.run(["ls", "--json"]);
  expect(json.map(({ status }) => status)).toEqual([
    "interrupted",
    expect.stringMatching(/finished|interrupted/),
  ]);
});

test("killed outright while it asks: whoever followed takes its place, and says what became of the session", async () => {
  await using first = run();
  await first.until(question);
  first.press("\u001b");
  await first.until("Allow Edit?");
  const [session] = (await place.run(["ls", "--json"])).json;
  const argv = [process.execPath, ...entry, "attach", String(session?.id), "--json"];
  await using follower = new Spawned(argv, { cwd: place.repository, env: place.env });
  await follower.line(({ kind }) => kind === "approvalRequested");
  process.kill(await hostPid(), "SIGKILL");
  expect(await follower.line(({ kind }) => kind === "approvalResolved")).toMatchObject({
    decision: { kind: "deny" },
    decidedBy: { by: "abandoned" },
  });
  expect(await follower.line(({ kind }) => kind === "runFinished")).toMatchObject({ outcome: "interrupted" });
  expect(await follower.exit()).toBe(0);
  expect(follower.stderr).toContain("1 session(s) are interrupted now");
  expect(await place.git("status", "--porcelain")).toBe("");
  expect((await place.run(["diff", String(session?.id)])).stdout).not.toContain(demoFile);
});
