import { access, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { localProcessHost, runCommand } from "@nucleic/process";
import { beforeEach, describe, expect, test } from "vitest";
import { codexArguments } from "../src/index.ts";
import { type ExecBench, execBench, playOnce } from "./exec-lab.ts";

// Names a model, so that what is loaded shows in the request, and starts a program, so that it shows on the disk.
const repositoryConfig = (marker: string) => `model = "model-of-the-repository"
[mcp_servers.marker]
command = "touch"
args = ["${marker}"]
`;

let lab: ExecBench;
let marker: string;
beforeEach(async () => {
  lab = await execBench([]);
  marker = join(lab.cwd, "server-started.txt");
  await mkdir(join(lab.cwd, ".codex"));
  await writeFile(join(lab.cwd, ".codex/config.toml"), repositoryConfig(marker));
  return () => lab[Symbol.asyncDispose]();
});

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
const userConfig = () => readFile(join(lab.env.CODEX_HOME ?? "", "config.toml"), "utf8");
const modelAsked = () =>
  JSON.stringify(lab.model.requests.main.at(-1)?.body).includes("model-of-the-repository");

/** As the user's own Codex would remember it. */
async function userTrusts(folder: string): Promise<void> {
  const path = join(lab.env.CODEX_HOME ?? "", "config.toml");
  await writeFile(path, `${await userConfig()}\n[projects."${folder}"]\ntrust_level = "trusted"\n`);
}

describe("exec loads a repository's configuration where the session is trusted, and only then", () => {
  test.each([true, false])("trusted: %s", async (trusted) => {
    const before = await userConfig();
    await playOnce(await lab.backend.start(lab.spec({ trusted }), {}), "Hello.");
    expect(modelAsked()).toBe(trusted);
    expect(await exists(marker)).toBe(trusted);
    expect(await userConfig()).toBe(before);
  });

  test("also where the user has trusted the folder in Codex itself", async () => {
    await userTrusts(lab.cwd);
    await playOnce(await lab.backend.start(lab.spec({ trusted: false }), {}), "Hello.");
    expect(modelAsked()).toBe(false);
    expect(await exists(marker)).toBe(false);
  });

  test("also in a worktree of a checkout that the user has trusted in Codex itself", async () => {
    const env = { PATH: process.env.PATH ?? "", HOME: lab.env.HOME ?? "" };
    const git = (...args: string[]) =>
      runCommand("git", ["-c", "user.name=dev", "-c", "user.email=dev@example.com", ...args], {
        cwd: lab.cwd,
        env,
      });
    await git("add", "-A");
    await git("commit", "-q", "-m", "x");
    const tree = join(lab.cwd, "tree");
    await git("worktree", "add", "-q", tree);
    await userTrusts(lab.cwd);
    for (const trusted of [false, true]) {
      await playOnce(await lab.backend.start(lab.spec({ cwd: tree, trusted }), {}), "Hello.");
      expect(modelAsked()).toBe(trusted);
    }
  });
});

describe("a thread of the app-server that may write into its folder leaves the user's file alone", () => {
  test.each([true, false])("trusted: %s", async (trusted) => {
    const before = await userConfig();
    expect(await threadModel(await codexArguments({ cwd: lab.cwd, trusted }))).toBe(
      trusted ? "model-of-the-repository" : "gpt-5.5",
    );
    expect(await userConfig()).toBe(before);
  });

  test("which it would not without the arguments", async () => {
    await threadModel([]);
    expect(await userConfig()).toContain(`[projects."${lab.cwd}"]`);
  });
});

/** Starts a thread and answers the model that it was given. */
async function threadModel(args: readonly string[]): Promise<unknown> {
  await using server = localProcessHost().spawn({
    command: lab.program,
    args: ["app-server", ...args],
    cwd: lab.cwd,
    env: lab.env,
    runId: crypto.randomUUID(),
  });
  const requests = [
    {
      method: "initialize",
      id: 0,
      params: { clientInfo: { name: "test", title: null, version: "0" }, capabilities: null },
    },
    { method: "initialized" },
    { method: "thread/start", id: 1, params: { cwd: lab.cwd, sandbox: "workspace-write" } },
  ];
  for (const request of requests) await server.writeLine(JSON.stringify(request));
  for await (const frame of server.lines) {
    const message = frame.kind === "line" ? JSON.parse(new TextDecoder().decode(frame.bytes)) : {};
    if (message.id === 1) return message.result?.model;
  }
  return undefined;
}
