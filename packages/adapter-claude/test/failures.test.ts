import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allowAll, faultsOf, say } from "@nucleic/adapter-kit/testing";
import { findRun, localProcessHost, type ProcessHost } from "@nucleic/process";
import { createIds, NucleicError, type SessionSpec, systemClock } from "@nucleic/protocol";
import { WatchedRun } from "@nucleic/protocol/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { claudeBackend } from "../src/index.ts";
import { bench, VERSIONS } from "./lab.ts";
import "./patience.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "nucleic-failures-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** A program in the place of `claude`. `body` runs with `say(object)` and `hear(callback)`. */
async function program(version: string, body = ""): Promise<string> {
  const path = join(dir, "claude");
  const text = `#!${process.execPath}
const { createInterface } = require("node:readline");
if (process.argv.includes("--version")) { console.log(${JSON.stringify(version)}); process.exit(0); }
const say = (message) => console.log(JSON.stringify(message));
const hear = (callback) => createInterface({ input: process.stdin }).on("line", (line) => callback(JSON.parse(line)));
const answer = ({ request_id }) => say({ type: "control_response", response: { subtype: "success", request_id, response: {} } });
${body}
`;
  await writeFile(path, text);
  await chmod(path, 0o755);
  return path;
}
const environment = { PATH: "/usr/bin:/bin", HOME: "/nonexistent" };
const spec = (): SessionSpec => ({
  sessionId: createIds(systemClock).session(),
  cwd: dir,
  approvalPolicy: "interactive",
  verbosity: "full",
  env: {},
  trusted: false,
});
const started = (executable: string) => claudeBackend({ executable, environment }).start(spec(), {});
const current = "2.1.332 (Claude Code)";
const init = { type: "system", subtype: "init", session_id: "s", cwd: "/", tools: [] };
/** Answers what it is asked at the start, and does `on` with the first message. */
const thatThen = (on: string) =>
  `hear((line) => line.type === "control_request" ? answer(line) : line.type === "user" ? (() => { ${on} })() : undefined);`;

describe("before a session has begun, whatever keeps it from it is an error with a hint", () => {
  test.each<[string, () => Promise<string>, string, RegExp | undefined]>([
    ["no such program", async () => join(dir, "missing"), "notInstalled", /no program at .*missing/],
    ["a version that is too old", () => program("2.1.196 (Claude Code)"), "tooOld", /npm install -g/],
    ["a program that is something else", () => program("hello"), "spawnFailed", /--version/],
    [
      "an end before the beginning",
      () => program(current, `console.error("no terminal"); process.exit(3);`),
      "exitedEarly",
      /no terminal/,
    ],
    [
      "an end by a signal",
      () => program(current, `process.kill(process.pid, "SIGKILL");`),
      "exitedEarly",
      undefined,
    ],
  ])("%s", async (_name, make, code, hint) => {
    const error = await started(await make()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NucleicError);
    expect(error).toMatchObject({ code });
    if (hint) expect((error as NucleicError).hint).toMatch(hint);
  });

  test("a signal that aborts the start before anything is started", async () => {
    const backend = claudeBackend({ executable: await program(current), environment });
    const abort = new AbortController();
    const starting = backend.start(spec(), {}, abort.signal);
    abort.abort(new Error("changed my mind"));
    await expect(starting).rejects.toThrow("changed my mind");
  });

  // More events than wait for a consumer, and there is none before there is a run.
  const flood = `const flood = (then) => process.stdout.write('{"type":"system","subtype":"never_heard_of"}\\n'.repeat(2_000), then);`;

  test("an end before the beginning, behind a flood", async () => {
    const body = `${flood} flood(() => { console.error("that was all"); process.exit(4); });`;
    await expect(started(await program(current, body))).rejects.toMatchObject({
      code: "exitedEarly",
      hint: "that was all",
    });
  });

  test.each([
    ["that answers nothing", "mark(); hear(() => abort.hang);"],
    ["behind a flood", `${flood} flood(mark); hear(() => abort.hang);`],
  ])("a signal that aborts the start of a program %s leaves nothing behind", async (_name, body) => {
    const mark = `const mark = () => require("node:fs").writeFileSync("marked", "");`;
    const backend = claudeBackend({ executable: await program(current, `${mark} ${body}`), environment });
    const abort = new AbortController();
    const runId = crypto.randomUUID();
    const starting = backend.start({ ...spec(), runId }, {}, abort.signal);
    const refused = expect(starting).rejects.toThrow("changed my mind");
    while (!(await readdir(dir)).includes("marked")) await systemClock.sleep(5);
    abort.abort(new Error("changed my mind"));
    await refused;
    expect(await findRun(runId)).toEqual([]);
  });
});

describe("a probe tells what there is, and what to do about it", () => {
  test.each<[string, string, object]>([
    ["2.1.332 (Claude Code)", "tested", { loggedIn: false, hint: expect.stringContaining("log in") }],
    ["2.1.400 (Claude Code)", "newer", {}],
    ["2.2.0 (Claude Code)", "newer", {}],
    ["2.1.200 (Claude Code)", "older", {}],
    ["2.1.99 (Claude Code)", "unsupported", { hint: expect.stringContaining("2.1.197") }],
    ["nonsense", "unknown", { hint: expect.stringContaining("--version") }],
  ])("%s: %s", async (version, versionStatus, more) => {
    const executable = await program(version);
    const probe = await claudeBackend({ executable, environment }).probe();
    expect(probe).toMatchObject({ installed: true, path: executable, versionStatus, ...more });
  });

  test("nothing on the PATH", async () => {
    const probe = await claudeBackend({ environment: { PATH: dir } }).probe();
    expect(probe).toEqual({ installed: false, hint: expect.stringContaining("npm install -g") });
  });

  test("found on the PATH, or by the variable that names it", async () => {
    const path = await program(current);
    for (const found of [{ PATH: dir }, { PATH: "", NUCLEIC_CLAUDE: path }])
      expect(await claudeBackend({ environment: found }).probe()).toMatchObject({ path, version: "2.1.332" });
  });

  test.each(VERSIONS)("the real %s, without a request", async (version) => {
    await using lab = await bench({ version });
    expect(await lab.backend.probe()).toMatchObject({
      installed: true,
      version,
      versionStatus: "tested",
      loggedIn: true,
    });
    expect(lab.model.requests).toHaveLength(0);
  });
});

describe("once it runs, whatever goes wrong is told by its events", () => {
  test("a crash in the middle of a turn", async () => {
    const crash = `say(${JSON.stringify(init)}); console.error("out of memory"); process.exit(7);`;
    const run = await started(await program(current, thatThen(crash)));
    const events = new WatchedRun(run);
    await run.send(say("go"));
    const all = await events.ended;
    expect(all.slice(-2)).toMatchObject([
      { kind: "turnCompleted", outcome: "failed", error: { code: "crashed" } },
      {
        kind: "runFinished",
        outcome: "failed",
        error: { code: "crashed" },
        exitCode: 7,
        stderrTail: "out of memory\n",
      },
    ]);
    expect(faultsOf(all)).toEqual([]);
    await expect(run.send(say("more"))).rejects.toMatchObject({ code: "crashed" });
    await expect(run.setModel?.("x")).rejects.toMatchObject({ code: "crashed" });
    await run.interrupt();
    await run.close();
  });

  test("garbage on stdout is an error, and what comes after it is read", async () => {
    const run = await started(
      await program(
        current,
        thatThen(`console.log("Segmentation fault"); say(${JSON.stringify(init)}); process.exit(0);`),
      ),
    );
    const events = new WatchedRun(run);
    await run.send(say("go"));
    await events.ended;
    expect(events.all("error")).toMatchObject([{ code: "protocolViolation", recoverable: true }]);
    expect(events.all("sessionStarted")).toHaveLength(1);
  });

  test("a request of a kind nobody knows is refused, so that the program does not wait for ever", async () => {
    const ask = { type: "control_request", request_id: "r", request: { subtype: "from_the_future" } };
    const body = `hear((line) => {
      if (line.type === "control_request") answer(line);
      if (line.type === "user") say(${JSON.stringify(ask)});
      if (line.type === "control_response") { console.error(line.response.request_id, line.response.subtype); process.exit(5); }
    });`;
    const run = await started(await program(current, body));
    const events = new WatchedRun(run);
    await run.send(say("go"));
    expect((await events.ended).at(-1)).toMatchObject({ exitCode: 5, stderrTail: "r error\n" });
    expect(events.all("raw")).toMatchObject([{ native: ask }]);
  });

  test.each(VERSIONS)("no credentials: the turn of %s fails as such", async (version) => {
    await using lab = await bench({ version, env: { ANTHROPIC_API_KEY: "" } });
    expect(await lab.backend.probe()).toMatchObject({
      loggedIn: false,
      hint: expect.stringContaining("log in"),
    });
    await using run = await lab.backend.start(lab.spec(), {});
    const events = new WatchedRun(run);
    await run.send(say("go"));
    expect(await events.nth("turnCompleted")).toMatchObject({
      outcome: "failed",
      error: { code: "notLoggedIn" },
    });
  });

  test.each(VERSIONS)(
    "an approval tool that %s cannot reach: nothing runs, and the run says why",
    async (version) => {
      const host = localProcessHost();
      const astray: ProcessHost = {
        spawn: (about, signal) =>
          host.spawn(
            { ...about, args: about.args?.map((arg) => arg.replace(/__approve$/, "__gone")) ?? [] },
            signal,
          ),
      };
      const replies = [[{ call: "Write", input: { path: "a.txt", content: "x" } } as const]];
      await using lab = await bench({
        version,
        replies,
        backend: { transport: "http", processHost: astray },
      });
      await using run = await lab.backend.start(lab.spec(), allowAll().hooks);
      const events = new WatchedRun(run);
      await run.send(say("go"));
      const all = await events.ended;
      expect(all.at(-1)).toMatchObject({
        kind: "runFinished",
        outcome: "failed",
        error: { code: "approvalChannel" },
      });
      expect(faultsOf(all)).toEqual([]);
    },
  );
});
