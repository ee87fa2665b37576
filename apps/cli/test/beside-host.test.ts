import { access } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { demoFile } from "../src/demo/files.ts";
import { entry, Place } from "./cli.ts";
import { Spawned } from "./spawned.ts";

vi.setConfig({ testTimeout: 180_000 });

test("while a host runs, every command is its client, and what mends files does not go beside it", async () => {
  await using place = await Place.make();
  const { env, repository: cwd } = place;
  await using host = new Spawned([process.execPath, ...entry, "serve", "--no-notify"], { cwd, env });
  await vi.waitFor(() => access(join(place.home, "host.json")), { timeout: 60_000, interval: 100 });
  const run = await place.run(["run", "One", "--backend", "demo", "--approve", "policy"]);
  const id = String(run.json[0]?.sessionId);
  const done = async (...args: string[]) => {
    const { code, stdout, stderr } = await place.run(args);
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: "" });
    return stdout;
  };

  expect(await done("show", id)).toContain("> One");
  expect(await done("diff", id)).toContain(`+++ b/${demoFile}`);
  expect(await done("conflicts")).toContain("clean, 1 file");
  expect(await done("search", "One")).toContain(id.slice(-8));
  // The demo agent costs nothing.
  expect(await done("usage", "--by", "session", "--json")).toBe("");
  expect(await done("policy", "try", "--allow", "npm test")).toMatch(/^\d+ requests? of the past/);
  expect(await done("notify", "--level", "needed")).toMatch(/level +needed/);
  expect(await done("project", "config", "--setup", "true")).toMatch(/setup +true/);
  expect(await done("integrate", id, "--strategy", "rebase", "--verify", "true")).toContain("main is at");
  expect(await done("rm", id)).toContain("nucleic undo");
  expect(await done("undo", id)).toContain("taken out again");
  expect(await done("salvage", "drop", id, "--yes")).toContain("dropped refs/nucleic/archive/");

  const repaired = await place.run(["repair", id]);
  expect(repaired).toMatchObject({ code: 1, stdout: "" });
  expect(repaired.stderr).toContain("[hostRunning]");
  expect((await place.run(["verify", id])).stderr).toContain("a host runs");
  expect(await host.kill("SIGTERM")).toBe(130);
});
