import { once } from "node:events";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  decodeUtf8,
  type LineFrame,
  localProcessHost,
  type ProcessHandle,
  runCommand,
} from "@nucleic/process";
import type { Sandbox, SandboxEngine, SandboxSpec } from "../types.ts";

/** What a program inside said, and how it ended. */
export interface Told {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** A machine in small: a user with a secret, a repository with two sessions, a server and a process of the user's. */
export interface Scene extends AsyncDisposable {
  readonly home: string;
  readonly repository: string;
  /** The worktree that a sandbox is made for, on the branch `nucleic/mine`. */
  readonly worktree: string;
  /** Another session's, on `nucleic/other`. */
  readonly otherWorktree: string;
  /** The port of a server on 127.0.0.1. */
  readonly port: number;
  /** How many have connected to it. */
  connections(): number;
  /** A process of the user's, in nobody's sandbox. */
  readonly bystander: ProcessHandle;
  /** The environment of a program: PATH, the home, and who commits. */
  readonly env: Readonly<Record<string, string>>;
  spec(more?: Partial<SandboxSpec>): SandboxSpec;
  /** Runs a program outside, as the user would. */
  git(...args: readonly string[]): Promise<string>;
}

const MAKE_REPOSITORY = [
  "git init -q -b main repository",
  "cd repository",
  "echo a >a.txt",
  "git add .",
  "git commit -qm first",
  "git worktree add -q -b nucleic/mine ../mine",
  "git worktree add -q -b nucleic/other ../other",
].join("\n");

/** Real files, a real repository, a real port; gone with the test. */
export async function openScene(): Promise<Scene> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "nucleic-scene-")));
  const [home, repository] = [join(root, "home"), join(root, "repository")];
  const [worktree, otherWorktree] = [join(root, "mine"), join(root, "other")];
  await mkdir(join(home, ".ssh"), { recursive: true });
  await writeFile(join(home, ".ssh/id_ed25519"), "SECRET-KEY");
  const who = {
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@b",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@b",
  };
  const env = { PATH: process.env.PATH ?? "", HOME: home, ...who };
  const git = async (...args: readonly string[]) => {
    const result = await runCommand("git", args, { cwd: root, env });
    if (!result.ok) throw new Error(`git ${args.join(" ")}: ${result.stderr}`);
    return decodeUtf8(result.stdout).trim();
  };
  const made = await runCommand("bash", ["-ec", MAKE_REPOSITORY], { cwd: root, env });
  if (!made.ok) throw new Error(`the repository could not be made: ${made.stderr}`);
  await writeFile(join(otherWorktree, "other.txt"), "OTHERS-WORK");
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.end("SERVED\n");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const bystander = localProcessHost().spawn({
    command: "tail",
    args: ["-f", "/dev/null"],
    cwd: root,
    env,
    runId: crypto.randomUUID(),
  });
  return {
    home,
    repository,
    worktree,
    otherWorktree,
    port,
    connections: () => connections,
    bystander,
    env,
    git,
    spec: (more) => ({ worktree, home, ...more }),
    async [Symbol.asyncDispose]() {
      await bystander.stop("SIGKILL");
      server.close();
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Runs a script of bash inside, in the worktree, to its end. */
export async function tell(sandbox: Sandbox, scene: Scene, script: string): Promise<Told> {
  const handle = sandbox.processHost.spawn({
    command: "bash",
    args: ["-c", script],
    cwd: scene.worktree,
    env: scene.env,
    runId: crypto.randomUUID(),
    stdin: "ignore",
  });
  let stdout = "";
  for await (const frame of handle.lines) if (frame.kind === "line") stdout += `${decodeUtf8(frame.bytes)}\n`;
  const { code, stderrTail } = await handle.exited;
  return { code, stdout, stderr: stderrTail };
}

/** A scene and a sandbox in it. */
export interface Place extends AsyncDisposable {
  readonly scene: Scene;
  readonly sandbox: Sandbox;
  /** Runs a script of bash inside, to its end. */
  run(script: string): Promise<Told>;
}

/** Makes the scene, and prepares the sandbox with what the test says besides. */
export async function openSandboxIn(engine: SandboxEngine, more?: Partial<SandboxSpec>): Promise<Place> {
  const scene = await openScene();
  const sandbox = await engine.prepare(scene.spec(more));
  return {
    scene,
    sandbox,
    run: (script: string) => tell(sandbox, scene, script),
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      await scene[Symbol.asyncDispose]();
    },
  };
}

/** Starts a script of bash inside, in the worktree. */
export const startIn = ({ sandbox, scene }: Place, runId: string, script: string): ProcessHandle =>
  sandbox.processHost.spawn({
    command: "bash",
    args: ["-c", script],
    cwd: scene.worktree,
    env: scene.env,
    runId,
  });

/** The first line that comes; the rest is not read. */
export async function firstLine(lines: AsyncIterable<LineFrame>): Promise<string | undefined> {
  for await (const frame of lines) if (frame.kind === "line") return decodeUtf8(frame.bytes);
  return undefined;
}

/** What a file holds, `undefined` where there is none. */
export const contentOf = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").catch(() => undefined);
