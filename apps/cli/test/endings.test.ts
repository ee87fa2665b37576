import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { entry, Place } from "./cli.ts";
import { Spawned } from "./spawned.ts";

// Every way in which a command can be made to end while it works.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let place: Place;
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place[Symbol.asyncDispose]());

const start = (...args: string[]) =>
  new Spawned([process.execPath, ...entry, ...args], { cwd: place.repository, env: place.env });
const status = async () => (await place.run(["ls", "--json"])).json.map((session) => session.status);

test.each(["SIGTERM", "SIGHUP", "SIGINT"] as const)(
  "%s ends a run in order: exit code 130",
  async (signal) => {
    await using run = start("run", "Greet", "--backend", "demo");
    await run.line((event) => event.kind === "turnStarted");
    expect(await run.kill(signal)).toBe(130);
    expect(run.stderr).not.toContain("nucleic:");
    expect(await status()).not.toContain("running");
  },
);

test("a reader that is gone ends a run in order, without a word about it", async () => {
  await using run = start("run", "Greet", "--backend", "demo");
  await run.line((event) => event.kind === "turnStarted");
  run.stopReading();
  await run.exit();
  expect(run.stderr).not.toMatch(/EPIPE|at .*\.ts:/);
  expect(await status()).not.toContain("running");
});

test("killed outright, the next command says that the session is interrupted", async () => {
  await using run = start("run", "Greet", "--backend", "demo");
  await run.line((event) => event.kind === "turnStarted");
  await run.kill("SIGKILL");
  const ls = await place.run(["ls", "--json"]);
  expect(ls.stderr).toContain("1 session(s) are interrupted now");
  expect(ls.json).toMatchObject([{ status: "interrupted" }]);
});

test("the demo goes from its beginning to its end with no terminal and no account", async () => {
  const { code, stdout } = await place.run(["demo"]);
  expect(stdout).toContain("what the agent asks is answered for you");
  expect(stdout).toContain("? answered: Friendly");
  expect(stdout).toContain('+const greeting = "Hello and welcome";');
  expect(stdout).toContain("main is at");
  expect(code).toBe(0);
  // All of its own, in a folder that is gone: this place knows nothing of it.
  expect((await place.run(["ls", "--all", "--json"])).json).toEqual([]);
});
