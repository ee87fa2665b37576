import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@nucleic/process";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { demoFile } from "../src/demo/files.ts";
import { Place } from "./cli.ts";

// What becomes of a session's work: looked at, merged in other ways, put away and got back.

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let place: Place;
let ids: readonly string[];

beforeAll(async () => {
  place = await Place.make();
  ids = [await session("One"), await session("Two")];
});
afterAll(() => place[Symbol.asyncDispose]());

async function session(title: string): Promise<string> {
  const run = await place.run(["run", title, "--backend", "demo", "--approve", "policy"]);
  return String(run.json[0]?.sessionId);
}

async function worktree(id: string): Promise<string> {
  const { json } = await place.run(["ls", "--all", "--json"]);
  const found = json.find((one) => one.id === id) as { cwd: string } | undefined;
  return found?.cwd ?? "";
}

async function gitIn(cwd: string, ...args: string[]): Promise<string> {
  const result = await runCommand("git", args, { cwd, env: place.env, timeoutMs: 30_000 });
  return result.stdout.toString("utf8");
}

describe("conflicts", () => {
  test("two sessions that change the same line differently conflict with each other, and with nothing else", async () => {
    await writeFile(join(await worktree(ids[1] ?? ""), demoFile), 'const greeting = "Moin";\n');
    const [table, json] = await Promise.all([place.run(["conflicts"]), place.run(["conflicts", "--json"])]);
    expect([table.code, json.code]).toEqual([4, 4]);
    expect(table.stdout).toMatch(/clean, 1 file +main +One/);
    expect(table.stdout).toContain(`conflict with each other:\n  ${demoFile}`);
    expect(json.json).toMatchObject([
      { kind: "session", outcome: "clean", target: "main", paths: [demoFile] },
      { kind: "session", outcome: "clean" },
      { kind: "pair", sessions: expect.arrayContaining([...ids]), conflicts: [{ path: demoFile }] },
    ]);
    expect(await place.git("status", "--porcelain")).toBe("");
  });
});

describe("integrate", () => {
  test("what the verify command refuses is not merged, and the end of its output says why", async () => {
    const verify = `echo "checked $(cat ${demoFile})"; exit 3`;
    const { code, stderr } = await place.run(["integrate", ids[0] ?? "", "--verify", verify]);
    expect(stderr).toContain('checked const greeting = "Hello and welcome";');
    expect(stderr).toContain("exit code 3");
    expect(code).toBe(1);
    expect(await place.git("rev-list", "--count", "main")).toBe("1");
  });

  test("--strategy merge keeps the session's own commits on the branch", async () => {
    const { code } = await place.run(["integrate", ids[0] ?? "", "--strategy", "merge", "--verify", "true"]);
    expect(code).toBe(0);
    expect((await place.git("rev-list", "--parents", "-1", "main")).split(" ")).toHaveLength(3);
  });

  test("a pull request without gh is told as that, and one that is to be verified is refused", async () => {
    const id = ids[0] ?? "";
    const both = await place.run(["integrate", id, "--pull-request", "--verify", "true"]);
    expect([both.code, both.stderr.includes("merged and verified elsewhere")]).toEqual([2, true]);
    const bin = await onlyGit();
    const none = await place.run(["integrate", id, "--pull-request"], { env: { PATH: bin } });
    expect(none.stderr).toMatch(/\[(ghMissing|unknownRemote)\]/);
    expect(none.code).toBe(1);
  });
});

/** A PATH on which there is a git, and no gh. */
async function onlyGit(): Promise<string> {
  const bin = join(place.dir, "bin");
  await mkdir(bin, { recursive: true });
  const which = await runCommand("/bin/sh", ["-c", "command -v git"], { cwd: place.dir, env: place.env });
  const script = `#!/bin/sh\nexec ${which.stdout.toString().trim()} "$@"\n`;
  await writeFile(join(bin, "git"), script, { mode: 0o755 });
  return bin;
}

describe("undo", () => {
  test("the worktree comes back as it was, byte for byte, and so does the session", async () => {
    const id = ids[1] ?? "";
    const dir = await worktree(id);
    await writeFile(join(dir, "untracked \u00e4.txt"), "not added\n");
    await writeFile(join(dir, "staged.txt"), "staged\n");
    await gitIn(dir, "add", "staged.txt");
    await writeFile(join(dir, "staged.txt"), "changed since\n");
    const before = await gitIn(dir, "status", "--porcelain");
    expect(await place.run(["undo", id])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("[notPutAway]"),
    });

    const removed = await place.run(["rm", id]);
    expect(removed).toMatchObject({ code: 0, stderr: "" });
    expect(removed.stdout).toContain(`nucleic undo ${id.slice(-8)}`);
    expect(await readFile(join(dir, "staged.txt"), "utf8").catch(() => "gone")).toBe("gone");
    const { code, stdout, stderr } = await place.run(["undo", id]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(dir);
    expect(await gitIn(dir, "status", "--porcelain")).toBe(before);
    expect(await readFile(join(dir, "untracked \u00e4.txt"), "utf8")).toBe("not added\n");
    expect(await gitIn(dir, "show", ":staged.txt")).toBe("staged\n");
    expect((await place.run(["ls", "--json"])).json.find((one) => one.id === id)).toMatchObject({
      status: "finished",
    });
  });

  test("of a session whose work is all merged too, and the agent goes on there", async () => {
    const id = ids[0] ?? "";
    await rm(join(await worktree(id), demoFile), { force: true });
    await gitIn(await worktree(id), "checkout", "--quiet", "--", ".");
    expect(await place.run(["rm", id])).toMatchObject({ code: 0, stderr: "" });
    expect((await place.run(["undo", id])).code).toBe(0);
    const again = await place.run(["send", id, "Again", "--approve", "policy"]);
    expect(again.json.find((event) => event.kind === "sessionStarted")).toMatchObject({ resumed: true });
  });
});

describe("salvage", () => {
  test("lists what was saved, says what a limit would drop, and drops only when told to", async () => {
    const id = ids[1] ?? "";
    expect(await place.run(["rm", id])).toMatchObject({ code: 0, stderr: "" });
    const [table, json] = await Promise.all([
      place.run(["salvage", "ls"]),
      place.run(["salvage", "ls", "--json", "--max-megabytes", "0"]),
    ]);
    expect(table.stdout).toMatch(/Two +\d+[sm] +[\d.]+ k?B +refs\/nucleic\/archive\//);
    expect(table.stderr).toContain("in all");
    const saved = json.json.filter((one) => one.sessionId === id);
    expect(saved.map((one) => one.expired)).toEqual([false, true]);

    const unasked = await place.run(["salvage", "drop", "--max-megabytes", "0"]);
    expect([unasked.code, unasked.stderr.includes("[needsTerminal]")]).toEqual([2, true]);
    expect((await place.run(["salvage", "drop"])).code).toBe(2);
    const dropped = await place.run(["salvage", "drop", "--max-megabytes", "0", "--yes"]);
    expect(dropped).toMatchObject({ code: 0, stdout: `dropped ${String(saved[1]?.ref)}\n` });
    expect((await place.run(["salvage", "drop", id, "--yes"])).code).toBe(0);
    expect((await place.run(["undo", id])).stderr).toContain("[unknownSalvage]");
  });
});

describe("ship", () => {
  test("merges what a person says is done, works by policy, and can be turned off", async () => {
    const refused = await place.run(["run", "Ship", "--backend", "demo", "--ship", "--approve", "ask"]);
    expect([refused.code, refused.stderr.includes("works by policy")]).toEqual([2, true]);
    const run = await place.run(["run", "Ship", "--backend", "demo", "--ship", "--title", "Shipped"]);
    const id = String(run.json[0]?.sessionId);
    await writeFile(join(await worktree(id), "shipped.txt"), "yes\n");
    expect((await place.run(["done", id])).code).toBe(0);
    expect(await place.git("show", "main:shipped.txt")).toBe("yes");
    expect(await place.git("log", "-1", "--format=%s", "main")).toBe("Shipped");

    expect((await place.run(["ship", id, "--off"])).stdout).toContain("does not ship any more");
    await writeFile(join(await worktree(id), "kept.txt"), "yes\n");
    await place.run(["done", id]);
    expect(await place.git("ls-tree", "--name-only", "main")).not.toContain("kept.txt");
  });
});
