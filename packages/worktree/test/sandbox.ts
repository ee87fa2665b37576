import { randomUUID } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runCommand } from "@nucleic/process";
import { openRepository, type Repository } from "../src/repository.ts";

/** A person at a keyboard: their own git, with their own configuration, in a directory of this test. */
export class GitSandbox implements AsyncDisposable {
  readonly root: string;
  readonly env: Record<string, string>;
  /** Where worktrees go. */
  readonly baseDir: string;

  private constructor(root: string) {
    this.root = root;
    this.baseDir = join(root, "worktrees");
    const { PATH = "", TMPDIR } = process.env;
    this.env = {
      PATH,
      ...(TMPDIR === undefined ? {} : { TMPDIR }),
      HOME: root,
      GIT_CONFIG_GLOBAL: join(root, "gitconfig"),
      GIT_CONFIG_NOSYSTEM: "1",
    };
  }

  static async create(): Promise<GitSandbox> {
    const root = await realpath(await mkdtemp(join(tmpdir(), "nucleic-worktree-")));
    const sandbox = new GitSandbox(root);
    const config = "[user]\n\tname = Ada\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n";
    await writeFile(join(root, "gitconfig"), `${config}[protocol "file"]\n\tallow = always\n`);
    return sandbox;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }

  /** Runs git as the person would, hooks and all. Answers stdout; throws on failure. */
  async git(cwd: string, ...args: string[]): Promise<string> {
    const { ok, stdout, stderr } = await this.tryGit(cwd, ...args);
    if (!ok) throw new Error(`git ${args.join(" ")}: ${stderr}`);
    return stdout;
  }

  async tryGit(cwd: string, ...args: string[]) {
    const result = await runCommand("git", args, { cwd, env: this.env });
    return { ok: result.ok, stdout: result.stdout.toString().trimEnd(), stderr: result.stderr };
  }

  async mkfifo(...paths: string[]): Promise<void> {
    await runCommand("mkfifo", paths, { cwd: this.root, env: this.env });
  }

  copy(from: string, to: string): Promise<void> {
    return cp(from, to, { recursive: true, verbatimSymlinks: true });
  }

  /** A repository with one commit of `files` on `main`. */
  async repository(name = "project", files: Files = { "README.md": "hello\n" }): Promise<string> {
    const top = join(this.root, name);
    await mkdir(top, { recursive: true });
    await this.git(top, "init", "--quiet");
    await this.commit(top, files, "First");
    return top;
  }

  /** Writes files and commits everything. Answers the commit. */
  async commit(top: string, files: Files, message = "Change"): Promise<string> {
    await write(top, files);
    await this.git(top, "add", "--all");
    await this.git(top, "commit", "--quiet", "--allow-empty", "-m", message);
    return this.git(top, "rev-parse", "HEAD");
  }

  /** Commits to a branch that is checked out nowhere, as a push from elsewhere would. */
  async advance(top: string, branch: string, files: Files): Promise<void> {
    const elsewhere = join(this.root, `elsewhere-${randomUUID()}`);
    await this.git(top, "worktree", "add", "--quiet", "--detach", elsewhere, branch);
    const commit = await this.commit(elsewhere, files, "Advance");
    await this.git(top, "worktree", "remove", elsewhere);
    await this.git(top, "update-ref", `refs/heads/${branch}`, commit);
  }

  open(path: string): Promise<Repository> {
    return openRepository(path, { env: this.env });
  }
}

export type Files = Readonly<Record<string, string | Buffer | null>>;

/** Writes files below `top`; `null` deletes. */
export async function write(top: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(top, name);
    if (content === null) {
      await rm(path, { recursive: true, force: true });
      continue;
    }
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

export function read(top: string, name: string): Promise<string> {
  return readFile(join(top, name), "utf8");
}
