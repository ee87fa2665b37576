import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { entry, Place } from "./cli.ts";
import { Pty } from "./pty.ts";

// The real program and, for a desktop, a real one of ours that writes down what it is given.

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let place: Place;
let env: Record<string, string>;
let told: () => Promise<string[]>;

beforeEach(async () => {
  place = await Place.make();
  const bin = join(place.dir, "bin");
  const file = join(place.dir, "told");
  await mkdir(bin);
  await writeFile(file, "");
  for (const name of ["notify-send", "osascript"]) {
    // Title and text are the last two on both systems.
    const text = `#!/bin/sh\nwhile [ $# -gt 2 ]; do shift; done\necho "$1 | $2" >> '${file}'\n`;
    await writeFile(join(bin, name), text);
    await chmod(join(bin, name), 0o755);
  }
  env = { ...place.env, PATH: `${bin}:${place.env.PATH}` };
  told = async () => (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
});
afterEach(() => place[Symbol.asyncDispose]());

test("a person who looks elsewhere is told, and one who looks on is not", async () => {
  const command = [process.execPath, ...entry, "run", "Greet people", "--backend", "demo"];
  await using pty = new Pty(command, { cwd: place.repository, env });
  await pty.until("How should the program greet people?");
  pty.press("\u001b[O");
  pty.press("3");
  await pty.until("Allow Edit?");
  await vi.waitFor(async () => expect(await told()).not.toEqual([]), { timeout: 30_000 });
  pty.press("\u001b[I");
  await pty.until("y allow");
  pty.press("y");
  await pty.until("Allow Bash?");
  await pty.until("y allow");
  pty.press("y");
  await pty.until("● done");
  expect(await pty.exit()).toBe(0);
  // The question was asked, and the rest done, before their eyes.
  expect(await told()).toEqual(["Nucleic: needs your approval | Greet people (Edit)"]);
});

test("what is told is a setting; without a terminal it is asked for", async () => {
  const run = (...more: string[]) =>
    place.run(["run", "Greet people", "--backend", "demo", "--approve", "policy", ...more], { env });
  const set = await place.run([
    "notify",
    "--level",
    "needed",
    "--quiet",
    "22:00-07:30",
    "--time-zone",
    "UTC",
  ]);
  expect(set.stdout).toBe("level        needed\nquiet hours  22:00-07:30 UTC\n");
  expect((await place.run(["notify", "--quiet", "10pm-6am"])).code).toBe(2);
  const all = ["--level", "all", "--project", ".", "--no-quiet", "--json"];
  expect((await place.run(["notify", ...all])).json).toMatchObject([{ level: "needed" }]);
  await run();
  expect(await told()).toEqual([]);
  await run("--notify", "always");
  expect(await told()).toContain("Nucleic: is waiting for you | Greet people");
});

test("doctor says whether there is a desktop to tell on", async () => {
  const checks = (await place.run(["doctor", "--json"], { env })).json;
  expect(checks.find(({ name }) => name === "notifications")).toMatchObject({
    detail: expect.stringMatching(/\/bin\/(notify-send|osascript)/),
  });
});
