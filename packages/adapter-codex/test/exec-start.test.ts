import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { NucleicError } from "@nucleic/protocol";
import type { Reply } from "@nucleic/protocol/testing";
import { describe, expect, test } from "vitest";
import { codexExecBackend } from "../src/index.ts";
import { execBench, only, playOnce, say } from "./exec-lab.ts";

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof NucleicError ? error.code : error),
  );

test("a look at the machine tells the version and the login, without a request", async () => {
  await using lab = await execBench([]);
  expect(await lab.backend.probe()).toEqual({
    installed: true,
    path: lab.program,
    version: "0.171.0",
    versionStatus: "tested",
    loggedIn: true,
  });
  expect(lab.model.requests.length).toBe(0);
});

describe("a session does not begin", () => {
  test("without the program, though none is needed before the first turn", async () => {
    await using lab = await execBench([]);
    const backend = codexExecBackend({ environment: { PATH: lab.cwd } });
    expect(await codeOf(backend.start(lab.spec(), {}))).toBe("notInstalled");
    expect(await backend.probe()).toMatchObject({
      installed: false,
      hint: expect.stringContaining("npm install"),
    });
  });

  test("in a mode without a sandbox", async () => {
    await using lab = await execBench([]);
    expect(await codeOf(lab.backend.start(lab.spec({ mode: "danger-full-access" }), {}))).toBe("unsupported");
  });

  test("in a folder that is not there", async () => {
    await using lab = await execBench([]);
    expect(await codeOf(lab.backend.start(lab.spec({ cwd: `${lab.cwd}/none` }), {}))).toBe("spawnFailed");
  });

  // Codex takes what is no UUID for a name, and begins a new thread where it finds none.
  test.each(["a-name", "01a22b47-0000-7000-8000-000000000000", "--last"])(
    "anew for %s",
    async (backendSessionId) => {
      await using lab = await execBench([]);
      for (const fork of [false, true])
        expect(await codeOf(lab.backend.resume({ ...lab.spec(), backendSessionId, fork }, {}))).toBe(
          "unknownSession",
        );
      expect(lab.model.requests.length).toBe(0);
    },
  );
});

test("what is added to the instructions stands beside the user's own", async () => {
  await using lab = await execBench([]);
  const path = join(lab.env.CODEX_HOME ?? "", "config.toml");
  await writeFile(path, `developer_instructions = "Be of use."\n${await readFile(path, "utf8")}`);
  const spec = lab.spec({ systemPromptAppend: 'Say "aye".\nAlways.' });
  await playOnce(await lab.backend.start(spec, {}), "Hello.");
  const [request] = lab.model.requests.main;
  const both = 'Be of use.\n\nSay "aye".\nAlways.';
  expect(JSON.stringify(request?.body)).toContain(JSON.stringify(both).slice(1, -1));
});

test("a folder that is added can be written to, in a later turn too", async () => {
  const write = (path: string): Reply => [
    { call: "Bash", input: { command: `echo x > ${path}; sleep 0.2` } },
  ];
  await using other = await execBench([]);
  const [first, second] = [join(other.cwd, "1.txt"), join(other.cwd, "2.txt")];
  const said: Reply = [{ say: "Done." }];
  await using lab = await execBench([write(first), said, write(second), said]);
  const run = await lab.backend.start(lab.spec({ addDirs: [other.cwd] }), {});
  await run.send(say("One."));
  await playOnce(run, "Two.", 2);
  expect(await readFile(first, "utf8")).toBe("x\n");
  expect(await readFile(second, "utf8")).toBe("x\n");
});

test("a prompt comes as it was sent, however long it is and whatever it begins with", async () => {
  await using lab = await execBench([]);
  const prompt = `--help\n-c x\n/compact @file ${"long ".repeat(100_000)}\u2028the end`;
  const events = await playOnce(await lab.backend.start(lab.spec(), {}), prompt);
  expect(only(events, "turnCompleted")).toMatchObject([{ outcome: "completed" }]);
  const [request] = lab.model.requests.main;
  const sent = JSON.stringify(request?.body);
  expect(sent).toContain(JSON.stringify(prompt.slice(0, 1_000)).slice(1, -1));
  expect(sent).toContain("the end");
});

test("outside of a repository a session begins as well: a person has chosen the folder", async () => {
  await using lab = await execBench([]);
  const events = await playOnce(
    await lab.backend.start(lab.spec({ cwd: lab.env.TMPDIR ?? "" }), {}),
    "Hello.",
  );
  expect(only(events, "turnCompleted")).toMatchObject([{ outcome: "completed" }]);
});
