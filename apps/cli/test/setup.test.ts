import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkStream, readEvent } from "@nucleic/protocol";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Place } from "./cli.ts";

// A project's set-up command, from its setting to the session that is taken up after it failed.

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let place: Place;

beforeAll(async () => {
  place = await Place.make();
});
afterAll(() => place[Symbol.asyncDispose]());

const run = (...more: string[]) =>
  place.run(["run", "Greet people", "--backend", "demo", "--approve", "policy", ...more]);

test("is set, shown, and stays out of the repository", async () => {
  const script = 'test -e ready || { touch ready; echo "no registry" >&2; exit 4; }; echo set up';
  const set = await place.run(["project", "config", "--setup", script]);
  expect(set.stdout).toContain(`setup         ${script}\nsetup policy  block\nprewarm       0\n`);
  expect((await place.run(["project", "config", "--prewarm", "9"])).code).toBe(2);
  expect((await place.run(["project", "config", "--setup", " "])).code).toBe(2);
  expect(await place.git("status", "--porcelain")).toBe("");
});

test("that fails: run says why and how to go on; resume sets up again and does the task", async () => {
  const failed = await run();
  expect(failed.code).toBe(1);
  expect(failed.stderr.replace(/\s+/g, " ")).toMatch(/the set-up script exited with 4 .* nucleic resume/);
  const id = String(failed.json[0]?.sessionId);

  const resumed = await place.run(["resume", id, "--approve", "policy"]);
  const events = resumed.json.map((event) => readEvent(event));
  const known = events.flatMap((one) => (one.status === "ok" ? [one.event] : []));
  expect(checkStream(known).faults).toEqual([]);
  expect(known.find((event) => event.kind === "turnStarted")).toMatchObject({
    input: { text: "Greet people" },
  });
  const { stdout } = await place.run(["show", id]);
  expect(stdout).toMatch(/✗ Setup .* exit 4 .*\n {2}no registry\n/);
  expect(stdout).toMatch(/✓ Setup .* 1 line /);
});

test("that fails under warn is told of, and the agent starts; it knows where it stands", async () => {
  const script =
    '#!/usr/bin/env node\nrequire("fs").writeFileSync("seen", JSON.stringify(process.env)); process.exit(5)';
  const warn = ["--setup", script, "--setup-policy", "warn", "--json"];
  const set = await place.run(["project", "config", ...warn]);
  expect(set.json).toMatchObject([{ setupScript: script, setupPolicy: "warn" }]);
  const events = (await run("--env", "TOKEN=t")).json;
  expect(events.find((event) => event.kind === "error")).toMatchObject({
    code: "setupFailed",
    recoverable: true,
  });
  const cwd = String(events.find((event) => event.kind === "sessionStarted")?.cwd);
  const seen = JSON.parse(await readFile(join(cwd, "seen"), "utf8"));
  expect(seen).toMatchObject({
    TOKEN: "t",
    NUCLEIC_WORKTREE: cwd,
    NUCLEIC_PROJECT_ROOT: place.repository,
    NUCLEIC_BRANCH: expect.stringContaining("greet-people"),
  });
  expect(seen).not.toHaveProperty("NUCLEIC_HOME");
});
