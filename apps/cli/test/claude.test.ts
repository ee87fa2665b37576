import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { findRun } from "@nucleic/process";
import { checkStream } from "@nucleic/protocol";
import type { Reply } from "@nucleic/protocol/testing";
import { describe, expect, test, vi } from "vitest";
import { AgentBench } from "./agent-bench.ts";

// `nucleic run` on the real Claude Code, offline: only the model behind it is scripted.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const write: Reply = [{ call: "Write", input: { path: "hello.txt", content: "hello\n" } }];
const done: Reply = [{ say: "That is it." }];

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

// The older version takes its turn at night.
const versions = process.env.NUCLEIC_SLOW ? ["2.1.332", "2.1.197"] : ["2.1.332"];

describe.each(versions)("claude %s", (version) => {
  test("edits a file after an allow, and the work is integrated", async () => {
    await using bench = await AgentBench.make("claude", version, write, done);
    await using pty = bench.terminal("run", "Say hello");
    await pty.until("Allow Write?");
    await pty.until("+hello");
    await pty.until("y allow");
    pty.press("y");
    await pty.until("That is it.");
    await pty.until("● done");
    expect(await pty.exit()).toBe(0);
    expect((await bench.run("integrate", (await bench.session()).id)).code).toBe(0);
    expect(await bench.place.git("show", "main:hello.txt")).toBe("hello");
    expect(checkStream(await bench.records()).faults).toEqual([]);
  });

  test("is refused after a deny, and is told why", async () => {
    await using bench = await AgentBench.make("claude", version, write, done);
    await using pty = bench.terminal("run", "Say hello");
    await pty.until("Allow Write?");
    await pty.until("y allow");
    pty.press("e");
    await pty.until("Tell the agent why:");
    pty.press("use hallo.txt");
    await pty.until("use hallo.txt▏");
    pty.press("\r");
    await pty.until("● done");
    expect(await pty.exit()).toBe(0);
    expect(await exists(join((await bench.session()).cwd, "hello.txt"))).toBe(false);
    expect(JSON.stringify(bench.model.requests.main.at(-1)?.body)).toContain("use hallo.txt");
  });

  test("asks a question, and the answer reaches it", async () => {
    const question = { text: "Which name?", header: "Name", options: [{ label: "core" }, { label: "base" }] };
    await using bench = await AgentBench.make(
      "claude",
      version,
      [{ call: "AskUser", input: { questions: [question] } }],
      done,
    );
    await using pty = bench.terminal("run", "Begin");
    await pty.until("Which name?");
    await pty.until("number or enter answers");
    pty.press("2");
    await pty.until("● done");
    expect(await pty.exit()).toBe(0);
    expect(JSON.stringify(bench.model.requests.main.at(-1)?.body)).toMatch(/Which name\?[^}]*base/);
  });

  test("is interrupted while it speaks, and goes on", async () => {
    await using bench = await AgentBench.make(
      "claude",
      version,
      [{ say: "Let me think" }, { hang: true }],
      done,
    );
    await using pty = bench.terminal("run", "Think");
    await pty.until("Let me think");
    pty.press("\u0003");
    await pty.until("● interrupted");
    expect(await pty.exit()).toBe(130);
    const { id } = await bench.session();
    const { code, json } = await bench.run("resume", id, "Go on");
    expect(json.findLast((event) => event.kind === "turnCompleted")).toMatchObject({
      finalText: "That is it.",
    });
    expect(code).toBe(0);
  });

  test("killed with -9, it says so, and the session is taken up again", async () => {
    // The shell that Bash runs is a child of the program itself: the scripted model has it killed from within.
    const suicide = { command: "kill -9 $(ps -o ppid= -p $$)", description: "End" };
    await using bench = await AgentBench.make("claude", version, [{ call: "Bash", input: suicide }], done);
    await using pty = bench.terminal("run", "End it");
    await pty.until("Allow Bash?");
    await pty.until("y allow");
    pty.press("y");
    await pty.until("the agent's program ended");
    expect(await pty.exit()).toBe(1);
    const records = await bench.records();
    expect(records.findLast((event) => event.kind === "runFinished")).toMatchObject({ signal: "SIGKILL" });
    expect(checkStream(records).faults).toEqual([]);
    expect((await bench.run("resume", (await bench.session()).id, "Go on")).code).toBe(0);
  });

  test("what the repository brings runs only once a person trusts it", async () => {
    await using bench = await AgentBench.make("claude", version, done, done);
    const marker = join(bench.place.dir, "hook-ran");
    const hook = { type: "command", command: `touch '${marker}'` };
    await bench.place.edit(
      ".claude/settings.json",
      JSON.stringify({ hooks: { SessionStart: [{ hooks: [hook] }] } }),
    );
    await bench.place.git("add", ".claude");
    await bench.place.git("commit", "--quiet", "--message=A hook");
    const untrusted = await bench.run("run", "Hello");
    expect(untrusted).toMatchObject({ code: 0, stderr: expect.stringContaining("will not be loaded") });
    expect(await exists(marker)).toBe(false);
    expect((await bench.run("project", "trust", "--yes")).stdout).toContain("touch");
    const trusted = await bench.run("run", "Hello");
    expect(trusted.stderr).not.toContain("will not be loaded");
    expect(trusted.code).toBe(0);
    expect(await exists(marker)).toBe(true);
  });

  test("the host killed with -9: its agent is ended at the next start, the session interrupted, and taken up again", async () => {
    await using bench = await AgentBench.make(
      "claude",
      version,
      [{ say: "Let me think" }, { hang: true }],
      done,
    );
    await using host = bench.spawn("run", "Think");
    await host.line((event) => event.kind === "assistantText");
    await host.kill("SIGKILL");
    const [record = ""] = await readdir(join(bench.place.home, "runs"));
    const runId = record.replace(/\.json$/, "");
    expect(await findRun(runId)).not.toEqual([]);
    const ls = await bench.run("ls", "--json");
    expect(await findRun(runId)).toEqual([]);
    expect(ls.json).toMatchObject([{ status: "interrupted" }]);
    expect(ls.stderr).toContain("1 run(s) were ended");
    const { code, json } = await bench.run("resume", String(ls.json[0]?.id), "Go on");
    expect(json.find((event) => event.kind === "sessionStarted")).toMatchObject({ resumed: true });
    expect(code).toBe(0);
  });
});
