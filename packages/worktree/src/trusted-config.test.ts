import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codeOf, gitSandbox, scene, write } from "../test/git-sandbox.ts";
import { createWorktree } from "./create.ts";
import { readDiff, readDiffstat } from "./diff.ts";
import { integrateWorktree } from "./integrate.ts";
import { removeWorktree } from "./remove.ts";
import { openRepository, type Repository } from "./repository.ts";
import type { SessionWorktree } from "./session-worktree.ts";
import { readStatus } from "./status.ts";

/** Everything that runs git, one after the other. */
async function useAll(repository: Repository, worktree: SessionWorktree, baseDir: string) {
  await readStatus(repository, worktree.path);
  await readDiffstat({ repository, worktree });
  await readDiff({ repository, worktree });
  await integrateWorktree({ repository, worktree, message: "Squash", updateCheckout: true });
  await createWorktree({ repository, id: "s2", title: "Next", baseDir });
  await removeWorktree({ repository, worktree, ignored: "keep" });
}

test("what a repository configures to run at every turn never runs", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  const ran = join(sandbox.root, "ran");
  const trap = `sh -c 'touch "${ran}"; exit 1'`;
  await sandbox.commit(top, { ".gitattributes": "*.txt diff=trap\n" });
  for (const [key, value] of Object.entries({
    "core.fsmonitor": trap,
    "core.pager": trap,
    "core.editor": trap,
    "core.hooksPath": join(sandbox.root, "hooks"),
    "diff.external": trap,
    "diff.trap.command": trap,
    "diff.trap.textconv": trap,
    "gpg.program": trap,
    "commit.gpgSign": "true",
    "merge.verifySignatures": "true",
    "log.showSignature": "true",
    "merge.autoStash": "true",
    "sequence.editor": trap,
  })) {
    await sandbox.git(top, "config", key, value);
  }
  await write(join(sandbox.root, "hooks"), {});
  const hooks =
    "reference-transaction post-checkout post-merge pre-merge-commit post-commit post-index-change";
  for (const hook of hooks.split(" ")) {
    await write(sandbox.root, { [`hooks/${hook}`]: "" });
    await writeFile(join(sandbox.root, "hooks", hook), `#!/bin/sh\n${trap}\n`, { mode: 0o755 });
  }
  await write(worktree.path, { "a.txt": "X\n", "new.txt": "n\n" });
  await useAll(repository, worktree, sandbox.baseDir);
  expect(await readdir(sandbox.root)).not.toContain("ran");
});

test.each(["filter.x.clean", "filter.x.smudge", "filter.x.process", "merge.x.driver"])(
  "%s of the repository's own configuration is refused until someone allows it",
  async (key) => {
    const { sandbox, top, repository, worktree } = await scene();
    await sandbox.git(top, "config", key, "cat");
    const refusals = [
      readStatus(repository, worktree.path),
      readDiffstat({ repository, worktree }),
      readDiff({ repository, worktree }),
      integrateWorktree({ repository, worktree, message: "Squash" }),
      createWorktree({ repository, id: "s2", title: "x", baseDir: sandbox.baseDir }),
      removeWorktree({ repository, worktree }),
    ];
    const codes = await Promise.all(refusals.map(codeOf));
    expect(new Set(codes)).toEqual(new Set(["untrustedConfig"]));
    const allowed = await openRepository(top, {
      env: sandbox.env,
      allowProgram: (program) => program.key === key && program.value === "cat",
    });
    expect(await readDiffstat({ repository: allowed, worktree })).toMatchObject({ files: 0 });
  },
);

test("in a worktree's own configuration too, but not in the user's", async () => {
  const { sandbox, top, repository, worktree } = await scene();
  await sandbox.git(sandbox.root, "config", "--global", "filter.lfs.clean", "git-lfs clean -- %f");
  expect(await readDiffstat({ repository, worktree })).toMatchObject({ files: 0 });
  await sandbox.git(top, "config", "extensions.worktreeConfig", "true");
  await sandbox.git(worktree.path, "config", "--worktree", "filter.x.clean", "cat");
  expect(await codeOf(readDiffstat({ repository, worktree }))).toBe("untrustedConfig");
});

test("a submodule's configuration runs nothing either", async () => {
  const sandbox = await gitSandbox();
  const [top, library] = [await sandbox.repository(), await sandbox.repository("library")];
  await sandbox.git(top, "submodule", "--quiet", "add", library, "lib");
  await sandbox.commit(top, {}, "Add a library");
  const repository = await sandbox.open(top);
  const worktree = await createWorktree({ repository, id: "s1", title: "x", baseDir: sandbox.baseDir });
  const lib = join(worktree.path, "lib");
  await sandbox.git(worktree.path, "submodule", "--quiet", "update", "--init");
  const trap = `touch "${sandbox.root}/ran"; cat`;
  await sandbox.git(lib, "config", "filter.x.clean", trap);
  await sandbox.git(lib, "config", "core.fsmonitor", trap);
  await write(lib, { ".gitattributes": "* filter=x\n", "README.md": "HELLO\n" });
  await readStatus(repository, worktree.path);
  await readDiff({ repository, worktree });
  await write(worktree.path, { "new.txt": "n\n" });
  await integrateWorktree({ repository, worktree, message: "x", updateCheckout: true });
  expect(await codeOf(removeWorktree({ repository, worktree }))).toBe("untrustedConfig");
  expect(await readdir(sandbox.root)).not.toContain("ran");
});
