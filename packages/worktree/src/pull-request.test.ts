import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { codeOf, read, scene, write } from "../test/git-sandbox.ts";
import { openPullRequest } from "./pull-request.ts";

const program = fileURLToPath(new URL("../test/programs/gh.ts", import.meta.url));

/** A session whose repository has a remote, and a `gh` on its PATH. */
async function withGh() {
  const made = await scene();
  const { sandbox, top, worktree } = made;
  const origin = join(sandbox.root, "origin.git");
  await sandbox.git(sandbox.root, "clone", "-q", "--bare", top, origin);
  await sandbox.git(origin, "branch", "-q", "-D", worktree.branch);
  await sandbox.git(top, "remote", "add", "origin", origin);
  const bin = join(sandbox.root, "bin");
  await mkdir(bin);
  await writeFile(join(bin, "gh"), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  await chmod(join(bin, "gh"), 0o755);
  const state = join(sandbox.root, "pulls");
  Object.assign(sandbox.env, { PATH: `${bin}:${sandbox.env.PATH}`, FAKE_GH_STATE: state });
  const repository = await sandbox.open(top);
  const calls = async () =>
    (await read("/", `${state}.calls`))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  return { ...made, repository, origin, calls };
}

test("all work is committed, pushed under the branch's own name, and proposed once", async () => {
  const { sandbox, origin, repository, worktree, calls } = await withGh();
  await write(worktree.path, { "a.txt": "1\nX\n3\n", "new.txt": "n\n" });
  const title = "--draft; $(touch x)\nsecond line";
  const propose = () => openPullRequest({ repository, worktree, title, body: "- [ ] `x`\n\n$HOME" });
  const first = await propose();
  expect(first).toMatchObject({ url: "https://github.example/pull/1", created: true });
  expect(await sandbox.git(origin, "rev-parse", worktree.branch)).toBe(first.commit);
  expect(await sandbox.git(worktree.path, "rev-parse", "HEAD")).toBe(first.commit);
  expect(await sandbox.git(worktree.path, "status", "--porcelain")).toBe("");
  expect(await sandbox.git(origin, "ls-tree", "--name-only", worktree.branch)).toBe("a.txt\nb.txt\nnew.txt");
  expect((await calls()).at(-1)).toEqual({
    ...{ noun: "pr", verb: "create", input: "- [ ] `x`\n\n$HOME", GH_PROMPT_DISABLED: "1" },
    flags: [
      ...["--base=main", `--head=${worktree.branch}`, "--title=--draft; $(touch x) second line"],
      "--body-file=-",
    ],
  });
  await write(worktree.path, { "more.txt": "m\n" });
  const second = await propose();
  expect(second).toMatchObject({ url: first.url, created: false });
  expect(await sandbox.git(origin, "rev-parse", worktree.branch)).toBe(second.commit);
});

test("what others pushed to the branch is never overwritten", async () => {
  const { sandbox, origin, repository, worktree } = await withGh();
  await sandbox.git(origin, "branch", worktree.branch, "main");
  await sandbox.advance(origin, worktree.branch, { "theirs.txt": "t\n" });
  const theirs = await sandbox.git(origin, "rev-parse", worktree.branch);
  await write(worktree.path, { "a.txt": "X\n" });
  expect(await codeOf(openPullRequest({ repository, worktree, title: "x", body: "" }))).toBe("gitFailed");
  expect(await sandbox.git(origin, "rev-parse", worktree.branch)).toBe(theirs);
});

test("what stands in the way is named before anything is pushed", async () => {
  const { sandbox, top, origin, repository, worktree } = await withGh();
  const propose = (more: object) =>
    codeOf(openPullRequest({ repository, worktree, title: "x", body: "", ...more }));
  expect(await propose({ remote: origin })).toBe("unknownRemote");
  expect(await propose({ base: "--web" })).toBe("unknownRevision");
  const env = { ...sandbox.env, PATH: "/usr/bin:/bin" };
  expect(await propose({ repository: { ...repository, options: { env } } })).toBe("ghMissing");
  await sandbox.git(top, "config", "core.sshCommand", "touch ran");
  expect(await propose({})).toBe("untrustedConfig");
  await sandbox.git(top, "config", "--unset", "core.sshCommand");
  expect((await sandbox.tryGit(origin, "rev-parse", worktree.branch)).ok).toBe(false);
  expect(await propose({ title: "Fail" })).toBe("ghFailed");
});
