import { mkdir, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LoopbackServer } from "@nucleic/loopback";
import { runCommand } from "@nucleic/process";
import type { ApprovalAnswer, SessionId } from "@nucleic/protocol";
import type { GuardedCommand } from "@nucleic/runtime";
import { expect, onTestFinished, test } from "vitest";
import { gitGuard } from "./git-guard.ts";

test("the git of a session asks, explains what it refuses, and is git for the rest", async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), "nucleic-guard-")));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const asked: string[] = [];
  const refused: GuardedCommand[] = [];
  let answer: ApprovalAnswer["decision"] = { kind: "deny", message: "Not today." };
  const open = gitGuard({
    ...{ dataDir: root, env: { PATH: process.env.PATH }, server: new LoopbackServer() },
    ownBranch: async () => "nucleic/mine",
  });
  // Of a host that was killed.
  await mkdir(join(root, "guards", "left"), { recursive: true });
  const guard = await open({
    ...{ sessionId: "s" as SessionId, cwd: root },
    ask: async ({ command }) => {
      asked.push(command);
      return { decision: answer, by: { by: "person" } };
    },
    refuse: async (command) => {
      refused.push(command);
    },
  });
  const env = { ...guard.environment({}), GIT_CONFIG_GLOBAL: "/dev/null" };
  const git = async (args: string[], input = "") => {
    const { code, stdout, stderr } = await runCommand("git", args, { cwd: root, env, input });
    return { code, out: stdout.toString("utf8"), stderr };
  };
  expect(await git(["init", "-q", "-b", "main", "."])).toMatchObject({ code: 0, stderr: "" });
  // Its input is git's, and its exit code.
  expect((await git(["hash-object", "--stdin"], "x\n")).out).toBe(
    "587be6b4c3f93f93c489c0111bba5596147a26cb\n",
  );
  expect((await git(["check-ref-format", "a..b"])).code).toBe(1);
  const off = ["--no-optional-locks", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor="];
  expect((await git([...off, "status", "--short"])).code).toBe(0);
  const push = await git(["push", "to here"]);
  expect(push).toMatchObject({ code: 128, stderr: expect.stringContaining("Not today.") });
  expect(asked).toEqual(["git push 'to here'"]);
  answer = { kind: "allow" };
  expect((await git(["push", "to here"])).stderr).toContain("no upstream branch");
  const gc = await git(["-c", "alias.tidy=gc", "tidy"]);
  expect(gc).toMatchObject({ code: 128, stderr: expect.stringContaining("Leave it to the user") });
  expect(refused).toMatchObject([{ command: "git -c alias.tidy=gc tidy", cwd: root, program: "git" }]);
  // Nobody there to ask is a no.
  const { PATH = "" } = guard.environment({});
  await guard[Symbol.asyncDispose]();
  expect(await readdir(join(root, "guards"))).toEqual([]);
  expect(PATH.startsWith(join(root, "guards", "s"))).toBe(true);
});
