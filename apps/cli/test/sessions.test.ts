import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkStream, readEvent } from "@nucleic/protocol";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { demoFile } from "../src/demo/files.ts";
import { Place } from "./cli.ts";

// A session from its beginning to its end, command by command, with no terminal anywhere.

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let place: Place;
let id: string;
let events: Record<string, unknown>[];

beforeAll(async () => {
  place = await Place.make();
  const run = await place.run([
    "run",
    "Greet people",
    "--backend",
    "demo",
    "--approve",
    "policy",
    "--title",
    "Greetings",
  ]);
  // The edit is allowed by the policy; the command is not, and there is nobody to ask.
  expect({ code: run.code, stderr: run.stderr }).toMatchObject({ code: 3 });
  events = [...run.json];
  id = String(events[0]?.sessionId);
});
afterAll(() => place[Symbol.asyncDispose]());

describe("export", () => {
  test("for people it says who said what and what came of it; as JSON it is the records", async () => {
    const [markdown, json, show] = await Promise.all([
      place.run(["export", id]),
      place.run(["export", id, "--format", "json"]),
      place.run(["show", id, "--json"]),
    ]);
    for (const words of ["# Greetings", "> Greet people", "**Read**", "```diff", "+const greeting"])
      expect(markdown.stdout).toContain(words);
    expect(json.json.length).toBeGreaterThan(10);
    expect(json.stdout).toBe(show.stdout);
  });

  test("a file that is there is replaced by --force alone", async () => {
    const path = join(place.dir, "page.html");
    await writeFile(path, "mine");
    const refused = await place.run(["export", id, "--format", "html", "-o", path]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("--force replaces it") });
    expect(await readFile(path, "utf8")).toBe("mine");
    const written = await place.run(["export", id, "--format", "html", "-o", path, "--force"]);
    expect(written).toMatchObject({ code: 0, stdout: "" });
    expect(await readFile(path, "utf8")).toMatch(/^<!doctype html>.*<\/html>\n$/s);
    expect((await readdir(place.dir)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});

describe("run", () => {
  test("writes nothing but events to stdout, and they keep every promise of the stream", () => {
    const read = events.map((event) => readEvent(event));
    expect(read.filter((one) => one.status !== "ok")).toEqual([]);
    const known = read.flatMap((one) => (one.status === "ok" ? [one.event] : []));
    expect(checkStream(known)).toEqual({ faults: [], openApprovals: [], openQuestions: [] });
    expect(known.map((event) => event.kind)).toEqual(
      expect.arrayContaining([
        "sessionStarted",
        "userMessage",
        "fileChange",
        "diffstat",
        "turnCompleted",
        "runFinished",
      ]),
    );
  });

  test("says who decided, and that nobody was there to answer", () => {
    const decided = events.filter((event) => event.kind === "approvalResolved");
    expect(decided).toMatchObject([
      {
        decision: { kind: "allow" },
        decidedBy: { by: "policy", rule: "auto: reads or writes inside the working folder" },
      },
      { decision: { kind: "deny" }, decidedBy: { by: "noAnswerer" } },
    ]);
    expect(events.find((event) => event.kind === "questionAnswered")).not.toHaveProperty("answers");
  });

  test("leaves the user's own checkout alone", async () => {
    expect(await place.git("status", "--porcelain")).toBe("");
    expect(await place.git("rev-list", "--count", "HEAD")).toBe("1");
  });
});

describe("ls, show, diff", () => {
  test("ls lists it, as a table and as JSON", async () => {
    const [table, json] = await Promise.all([place.run(["ls"]), place.run(["ls", "--json"])]);
    expect(table.stdout).toMatch(/^ID +STATUS +TITLE/);
    expect(table.stdout).toContain(`${id.slice(-8)}`);
    expect(table.stdout).toContain("Greetings");
    expect(json.json).toMatchObject([{ id, title: "Greetings", backend: "demo", diffstat: { files: 1 } }]);
  });

  test("show prints what happened; --json prints the records, dense from 1", async () => {
    const [text, json] = await Promise.all([
      place.run(["show", id]),
      place.run(["show", id.slice(-8), "--json"]),
    ]);
    expect(text.stdout).toContain("> Greet people");
    expect(text.stdout).toContain(`✓ Edit ${demoFile}`);
    expect(text.stdout).toContain("✗ denied, there was nobody to ask");
    expect(json.json.map((record) => record.seq)).toEqual(json.json.map((_record, index) => index + 1));
  });

  test("diff is a patch that git applies", async () => {
    const { stdout } = await place.run(["diff", id]);
    expect(stdout).toContain('+const greeting = "Hello and welcome";');
    expect((await place.run(["diff", id, "--stat"])).stdout).toContain(demoFile);
  });
});

describe("ids", () => {
  test.each([
    ["one that is nearly right", () => `${id.slice(-8, -1)}!`, () => `did you mean ${id.slice(-8)}?`],
    [
      "one that is nothing like it",
      () => "zzzzzzzzzzzzzzzz",
      () => "nucleic ls shows the sessions there are",
    ],
  ])("%s: exit code 2 and the way out", async (_what, part, hint) => {
    const { code, stderr, stdout } = await place.run(["show", part()]);
    expect(stderr).toContain(hint());
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });
});

describe("resume, integrate, rm", () => {
  test("a follow-up goes on in the same worktree", async () => {
    const { code, json } = await place.run(["send", id, "Again", "--approve", "policy"]);
    expect(code).toBe(3);
    expect(json.find((event) => event.kind === "sessionStarted")).toMatchObject({ resumed: true });
    expect(json.filter((event) => event.kind === "userMessage")).toMatchObject([{ text: "Again" }]);
  });

  test("work that conflicts moves nothing and ends with 4, naming the file", async () => {
    const branch = ["checkout", "--quiet", "-b", "other"];
    await place.git(...branch);
    await place.edit(demoFile, 'const greeting = "mine";\n');
    await place.git("commit", "--quiet", "--all", "--message=Mine");
    await place.git("checkout", "--quiet", "main");
    const before = await place.git("rev-parse", "other");
    const { code, stderr } = await place.run(["integrate", id, "--target", "other"]);
    expect(stderr).toContain(demoFile);
    expect(code).toBe(4);
    expect(await place.git("rev-parse", "other")).toBe(before);
  });

  test("integrate makes one commit on the branch, with the message", async () => {
    const { code, stdout, stderr } = await place.run(["integrate", id, "--message", "Greet kindly"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("main");
    expect(await place.git("log", "--format=%s", "main")).toBe("Greet kindly\nA curt greeting");
    expect(await place.git("show", `main:${demoFile}`)).toContain("Hello and welcome");
  });

  test("done is a person's own word on the work, and shows wherever the session does", async () => {
    expect(await place.run(["done", id])).toMatchObject({
      code: 0,
      stdout: `done: ${id.slice(-8)} (Greetings)\n`,
    });
    const [ls, json, show] = await Promise.all([
      place.run(["ls"]),
      place.run(["ls", "--json"]),
      place.run(["show", id]),
    ]);
    expect(ls.stdout).toMatch(/completed +Greetings/);
    expect(json.json).toMatchObject([{ id, disposition: "completed" }]);
    expect(show.stdout).toContain("the work: completed, says a person");
  });

  test("rm takes the worktree away, puts the session away, and says where unfinished work is", async () => {
    const run = await place.run(["run", "Greet", "--backend", "demo", "--approve", "policy"]);
    const other = String(run.json[0]?.sessionId);
    const { code, stdout } = await place.run(["rm", other]);
    expect(code).toBe(0);
    const ref = /kept at (\S+)/.exec(stdout)?.[1] ?? "";
    expect(await place.git("show", `${ref}:${demoFile}`)).toContain("Hello and welcome");
    expect((await place.run(["ls", "--json"])).json.map((session) => session.id)).not.toContain(other);
    expect((await place.run(["ls", "--all", "--json"])).json.map((session) => session.id)).toContain(other);
    expect((await place.run(["show", other])).stdout).toContain("> Greet");
    const done = await place.run(["done", other]);
    expect([done.code, done.stderr.includes("[sessionOver]")]).toEqual([1, true]);
  });

  test("a fork goes on in the same worktree, which stays as long as one of them needs it", async () => {
    const forked = await place.run(["resume", id, "Another way", "--fork", "--approve", "policy"]);
    const fork = String(forked.json[0]?.sessionId);
    expect(fork).not.toBe(id);
    const first = await place.run(["rm", id]);
    expect(first.stdout).toContain(`the worktree stays: ${fork.slice(-8)} works in it too`);
    const second = await place.run(["rm", fork, "--purge"]);
    expect(second.stdout).toContain("removed the worktree");
    expect((await place.run(["show", fork])).code).toBe(2);
  });

  test("a project is forgotten once it has no sessions", async () => {
    const refused = await place.run(["project", "rm"]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(id.slice(-8)) });
    for (const session of (await place.run(["ls", "--all", "--json"])).json)
      expect((await place.run(["rm", String(session.id), "--purge"])).code).toBe(0);
    expect(await place.run(["project", "rm"])).toMatchObject({ code: 0 });
    expect((await place.run(["project", "ls", "--json"])).json).toEqual([]);
  });
});
