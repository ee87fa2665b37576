import { readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test, vi } from "vitest";
import { codeOf, type GitSandbox, gitSandbox, read, write } from "../test/git-sandbox.ts";
import { startProgram } from "../test/program.ts";
import { createWorktree } from "./create.ts";
import { undoDeadAttempts } from "./create-attempt.ts";
import { structureLock, withLock } from "./lock.ts";
import { processesNaming } from "./processes-inside.ts";
import { lockReason } from "./session-worktree.ts";
import { listWorktrees } from "./worktree-list.ts";

const files = { "a.txt": "a\n", "sub/b.txt": "b\n", ".gitignore": ".env*\nsecret/\n" };

/** All that a creation could leave behind. */
async function traces(sandbox: GitSandbox, top: string) {
  const branches = await sandbox.git(top, "for-each-ref", "--format=%(refname)");
  const admin = await readdir(join(top, ".git", "worktrees")).catch(() => []);
  const directories = await readdir(sandbox.baseDir).catch(() => []);
  return { branches, admin, directories, config: await read(top, ".git/config") };
}

test("a worktree stands on a new branch of its own at the base, locked, without an upstream", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository("project", files);
  const config = await read(top, ".git/config");
  const repository = await sandbox.open(top);
  const made = await createWorktree({
    repository,
    id: "s1",
    title: "Fix the log-in!",
    baseDir: sandbox.baseDir,
  });
  expect(made).toMatchObject({ id: "s1", base: "main", commonDir: join(top, ".git") });
  expect(made.branch).toMatch(/^nucleic\/fix-the-log-in-[0-9a-f]{6}$/);
  expect(made.baseSha).toBe(await sandbox.git(top, "rev-parse", "main"));
  expect(await sandbox.git(made.path, "symbolic-ref", "--short", "HEAD")).toBe(made.branch);
  expect(await sandbox.git(made.path, "status", "--porcelain")).toBe("");
  const [, entry] = await listWorktrees(repository.git);
  expect(entry).toMatchObject({ path: made.path, lockReason: lockReason("s1") });
  expect(await read(top, ".git/config")).toBe(config);
  expect(await readdir(sandbox.baseDir)).toEqual([basename(made.path)]);
});

test.each([
  ["a branch with a remote of the same name", "main"],
  ["a remote branch", "origin/main"],
  ["a tag", "v1"],
  ["a commit", "HEAD~1"],
])("the base may be %s", async (_, base) => {
  const sandbox = await gitSandbox();
  const origin = await sandbox.repository("origin", files);
  await sandbox.commit(origin, { "a.txt": "2\n" });
  await sandbox.git(sandbox.root, "clone", "-q", origin, "project");
  const top = join(sandbox.root, "project");
  await sandbox.git(top, "tag", "v1");
  const config = await read(top, ".git/config");
  const repository = await sandbox.open(top);
  const made = await createWorktree({ repository, id: "s1", title: "x", base, baseDir: sandbox.baseDir });
  expect(made.baseSha).toBe(await sandbox.git(top, "rev-parse", base));
  expect(made.base).toBe(base === "main" ? "main" : undefined);
  // An upstream would be written here, and be the lock that creations fight for.
  expect(await read(top, ".git/config")).toBe(config);
});

test.each(["with space", "ünïcode 修正", "two\nlines", 'quote"d', "co:lon"])(
  "the paths may be %j",
  async (name) => {
    const sandbox = await gitSandbox();
    const top = await sandbox.repository(name, files);
    const repository = await sandbox.open(top);
    const baseDir = join(sandbox.root, `base ${name}`);
    const made = await createWorktree({ repository, id: "s1", title: "x", baseDir });
    expect(await read(made.path, "sub/b.txt")).toBe("b\n");
    expect(made.path.startsWith(baseDir)).toBe(true);
  },
);

test("linked paths are answered as real ones", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository("project", files);
  await symlink(top, join(sandbox.root, "link"));
  await createWorktree({
    repository: await sandbox.open(top),
    id: "s0",
    title: "x",
    baseDir: sandbox.baseDir,
  });
  await symlink(sandbox.baseDir, join(sandbox.root, "base-link"));
  const repository = await sandbox.open(join(sandbox.root, "link"));
  const baseDir = join(sandbox.root, "base-link");
  const made = await createWorktree({ repository, id: "s1", title: "x", baseDir });
  expect(made).toMatchObject({ commonDir: join(top, ".git") });
  expect(made.path.startsWith(`${sandbox.baseDir}/`)).toBe(true);
});

test("a bare repository will do", async () => {
  const sandbox = await gitSandbox();
  await sandbox.git(await sandbox.repository("project", files), "clone", "-q", "--bare", ".", "../bare.git");
  const repository = await sandbox.open(join(sandbox.root, "bare.git"));
  const made = await createWorktree({
    repository,
    id: "s1",
    title: "x",
    baseDir: sandbox.baseDir,
    copyFiles: ["**"],
  });
  expect(await read(made.path, "a.txt")).toBe("a\n");
});

test("of a sparse checkout the worktree is sparse too", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository("project", files);
  await sandbox.git(top, "sparse-checkout", "set", "--no-cone", "/a.txt");
  const repository = await sandbox.open(top);
  const made = await createWorktree({ repository, id: "s1", title: "x", baseDir: sandbox.baseDir });
  expect((await readdir(made.path)).sort()).toEqual([".git", "a.txt"]);
});

test("submodules are named; their directories are empty", async () => {
  const sandbox = await gitSandbox();
  const [top, library] = [await sandbox.repository("project", files), await sandbox.repository("library")];
  await sandbox.git(top, "submodule", "--quiet", "add", library, "libs/my lib");
  await sandbox.commit(top, {}, "Add a library");
  const repository = await sandbox.open(top);
  const made = await createWorktree({ repository, id: "s1", title: "x", baseDir: sandbox.baseDir });
  expect(made.submodules).toEqual(["libs/my lib"]);
});

test("a repository without a commit is refused, with the way out", async () => {
  const sandbox = await gitSandbox();
  await sandbox.git(sandbox.root, "init", "-q", "empty");
  const repository = await sandbox.open(join(sandbox.root, "empty"));
  for (const base of [undefined, "main"]) {
    const options = { repository, id: "s1", title: "x", baseDir: sandbox.baseDir, ...(base && { base }) };
    expect(await codeOf(createWorktree(options))).toBe("unbornHead");
  }
});

test.each(["nothing", "--force", "a b", "main:a.txt"])("the base %j is refused", async (base) => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository("project", files);
  const repository = await sandbox.open(top);
  const before = await traces(sandbox, top);
  const made = createWorktree({ repository, id: "s1", title: "x", base, baseDir: sandbox.baseDir });
  expect(await codeOf(made)).toBe("unknownRevision");
  expect(await traces(sandbox, top)).toEqual(before);
});

test("a base directory inside any repository is refused", async () => {
  const sandbox = await gitSandbox();
  const [top, other] = [await sandbox.repository("project", files), await sandbox.repository("other")];
  await sandbox.git(sandbox.root, "init", "-q", "--bare", "bare.git");
  const repository = await sandbox.open(top);
  for (const baseDir of [
    top,
    join(top, ".git", "x"),
    join(other, "deep", "down"),
    join(sandbox.root, "bare.git", "x"),
  ]) {
    expect(await codeOf(createWorktree({ repository, id: "s1", title: "x", baseDir }))).toBe("unsafePath");
  }
});

test("no hook runs", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository("project", files);
  for (const hook of ["post-checkout", "reference-transaction", "post-index-change"]) {
    await writeFile(join(top, ".git", "hooks", hook), `#!/bin/sh\ntouch ${sandbox.root}/ran\nexit 1\n`, {
      mode: 0o755,
    });
  }
  const repository = await sandbox.open(top);
  await createWorktree({ repository, id: "s1", title: "x", baseDir: sandbox.baseDir });
  expect(await readdir(sandbox.root)).not.toContain("ran");
});

test("a branch that blocks ours, a taken directory and a worktree whose directory is gone are stepped around", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository("project", files);
  const repository = await sandbox.open(top);
  const make = () => createWorktree({ repository, id: "s1", title: "x", baseDir: sandbox.baseDir });
  const first = await make();
  await rm(first.path, { recursive: true });
  const second = await make();
  expect(second.path).toBe(`${first.path}-2`);
  await write(sandbox.baseDir, { [`${first.path.split("/").at(-1)}-3`]: "a file" });
  expect((await make()).path).toBe(`${first.path}-4`);
  await sandbox.git(top, "branch", "-q", "--move", first.branch, "a");
  await sandbox.git(top, "branch", "-q", "--move", second.branch, "b");
  await sandbox.git(top, "branch", "-q", "--move", `${first.branch}-4`, "c");
  await sandbox.git(top, "branch", "-q", "nucleic");
  expect((await make()).branch).toMatch(/^nucleic-session\//);
});

test("a failing filter leaves nothing behind", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository("project", files);
  await sandbox.commit(top, { ".gitattributes": "*.txt filter=broken\n" });
  await sandbox.git(sandbox.root, "config", "--global", "filter.broken.smudge", "false");
  await sandbox.git(sandbox.root, "config", "--global", "filter.broken.required", "true");
  const repository = await sandbox.open(top);
  const before = await traces(sandbox, top);
  const made = createWorktree({ repository, id: "s1", title: "x", baseDir: sandbox.baseDir });
  expect(await codeOf(made)).toBe("gitFailed");
  expect(await traces(sandbox, top)).toEqual(before);
});

test("an abort in the middle leaves nothing behind", async () => {
  const { sandbox, top, started } = await slowCheckout();
  const repository = await sandbox.open(top);
  const before = await traces(sandbox, top);
  const abort = new AbortController();
  const making = codeOf(
    createWorktree({ repository, id: "s1", title: "x", baseDir: sandbox.baseDir, signal: abort.signal }),
  );
  await started();
  abort.abort();
  expect(await making).toBe("aborted");
  expect(await traces(sandbox, top)).toEqual(before);
});

test.each(["dies with it", "outlives it"])(
  "what a killed creation left is removed by the next; its git %s",
  async (end) => {
    const { sandbox, top, started, release } = await slowCheckout();
    const before = await traces(sandbox, top);
    const program = startProgram("create-many", [top, sandbox.baseDir, "k"], sandbox.env);
    await started();
    await program.stop("SIGKILL");
    const [left = ""] = (await readdir(sandbox.baseDir)).filter((name) => !name.startsWith("."));
    const path = join(sandbox.baseDir, left);
    if (end === "dies with it") for (const pid of await processesNaming(path)) process.kill(pid, "SIGKILL");
    else await release();
    await vi.waitFor(async () => expect(await processesNaming(path)).toEqual([]), { timeout: 30_000 });
    await sandbox.git(sandbox.root, "config", "--global", "--remove-section", "filter.slow");
    expect((await traces(sandbox, top)).branches).not.toBe(before.branches);

    const repository = await sandbox.open(top);
    const made = await createWorktree({ repository, id: "s1", title: "x", baseDir: sandbox.baseDir });
    expect(await traces(sandbox, top)).toEqual({
      ...before,
      branches: `${before.branches}\nrefs/heads/${made.branch}`,
      admin: [basename(made.path)],
      directories: [basename(made.path)],
    });
  },
);

test("a git that outlives its killed creation is left to end first", async () => {
  const { sandbox, top, started, release } = await slowCheckout();
  const program = startProgram("create-many", [top, sandbox.baseDir, "k"], sandbox.env);
  await started();
  await program.stop("SIGKILL");
  const before = await readdir(sandbox.baseDir);
  const repository = await sandbox.open(top);
  await withLock(structureLock(repository.commonDir), {}, () =>
    undoDeadAttempts(repository, sandbox.baseDir),
  );
  expect(await readdir(sandbox.baseDir)).toEqual(before);
  await release();
});

/** A repository whose checkout tells when it is in the middle, and then takes its time. */
async function slowCheckout() {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository("project", files);
  await sandbox.commit(top, { ".gitattributes": "*.txt filter=slow\n" });
  const [started, gate] = [join(sandbox.root, "started"), join(sandbox.root, "gate")];
  await sandbox.mkfifo(started, gate);
  const smudge = `echo go > ${started}; cat ${gate}`;
  await sandbox.git(sandbox.root, "config", "--global", "filter.slow.smudge", smudge);
  return {
    ...{ sandbox, top },
    started: () => read(sandbox.root, "started"),
    // The second file of the checkout waits at the same gate.
    release: async () => {
      await writeFile(gate, "");
      await read(sandbox.root, "started");
      await writeFile(gate, "");
    },
  };
}

test("eight at once all succeed, each with its own", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository("project", files);
  const repository = await sandbox.open(top);
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      createWorktree({ repository, id: `s${at}`, title: "Same title", baseDir: sandbox.baseDir }),
    ),
  );
  expect(new Set(made.map(({ path }) => path)).size).toBe(8);
  expect(await listWorktrees(repository.git)).toHaveLength(9);
});

test("several processes at once all succeed", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository("project", files);
  const programs = ["a", "b", "c"].map((prefix) =>
    startProgram("create-many", [top, sandbox.baseDir, prefix, "3"], sandbox.env),
  );
  for (const program of programs) expect(await program.exited).toMatchObject({ code: 0 });
  expect(await listWorktrees((await sandbox.open(top)).git)).toHaveLength(10);
});

test("ignored files on the list are copied, for the owner's eyes, and never linked", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository("project", files);
  await write(top, {
    ".env": "KEY=1\n",
    "sub/.env.local": "KEY=2\n",
    "secret/other": "no\n",
    "untracked.txt": "no\n",
  });
  await write(sandbox.root, { outside: "no\n" });
  await symlink("/etc/hostname", join(top, ".env.link"));
  const repository = await sandbox.open(top);
  const copyFiles = [".env", "sub/.env*", ".env.link", "untracked.txt", "a.txt", "../outside"];
  const made = await createWorktree({
    repository,
    id: "s1",
    title: "x",
    baseDir: sandbox.baseDir,
    copyFiles,
  });
  expect(made.copied.toSorted()).toEqual([".env", "sub/.env.local"]);
  expect(made.notCopied).toEqual([{ path: ".env.link", reason: "notAFile" }]);
  const copy = await stat(join(made.path, ".env"));
  expect([copy.mode & 0o777, copy.nlink]).toEqual([0o600, 1]);
  expect(await read(made.path, "sub/.env.local")).toBe("KEY=2\n");
  expect(await sandbox.git(made.path, "status", "--porcelain")).toBe("");
});

test("a link in the repository does not lead a copy out of the worktree", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository("project", files);
  const outside = join(sandbox.root, "outside");
  await write(outside, { keep: "" });
  // Committed as a link, but a directory in this checkout.
  await symlink(outside, join(top, "conf"));
  await sandbox.commit(top, {}, "Link");
  await rm(join(top, "conf"));
  await write(top, { "conf/.env": "KEY=1\n" });
  const repository = await sandbox.open(top);
  const made = await createWorktree({
    repository,
    id: "s1",
    title: "x",
    baseDir: sandbox.baseDir,
    copyFiles: ["conf/.env"],
  });
  expect(made.notCopied).toEqual([{ path: "conf/.env", reason: "unsafeDirectory" }]);
  expect(await readdir(outside)).toEqual(["keep"]);
});
