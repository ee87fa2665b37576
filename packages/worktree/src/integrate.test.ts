import { expect, test } from "vitest";
import { gitSandbox, read, write } from "../test/git-sandbox.ts";
import { createWorktree } from "./create.ts";
import { readDiffstat } from "./diff.ts";
import { integrateWorktree } from "./integrate.ts";
import { removeWorktree } from "./remove.ts";
import { listSalvage } from "./salvage-list.ts";
import { restoreSalvage } from "./salvage-restore.ts";

test("smoke", async () => {
  const sandbox = await gitSandbox();
  const top = await sandbox.repository("project", { "a.txt": "1\n2\n3\n", ".gitignore": ".env\n" });
  const repository = await sandbox.open(top);
  const worktree = await createWorktree({ repository, id: "s1", title: "x", baseDir: sandbox.baseDir });
  await write(worktree.path, { "a.txt": "1\nX\n3\n", "new file.txt": "n\n" });
  expect(await readDiffstat({ repository, worktree })).toEqual({
    files: 2,
    added: 2,
    removed: 1,
    ahead: 0,
    behind: 0,
  });
  const done = await integrateWorktree({ repository, worktree, message: "Squash", updateCheckout: true });
  expect(done).toMatchObject({ outcome: "integrated", continuation: { recorded: true } });
  expect(await read(top, "a.txt")).toBe("1\nX\n3\n");
  expect(await sandbox.git(worktree.path, "status", "--porcelain")).toBe("");
  expect(await readDiffstat({ repository, worktree })).toMatchObject({ files: 0 });
  await write(worktree.path, { "a.txt": "1\nY\n3\n", ".env": "S=1\n" });
  const removed = await removeWorktree({ repository, worktree, ignored: "keep" });
  expect(removed.branchDeleted).toBe(true);
  const [listed] = await listSalvage(repository);
  expect(listed?.ref).toBe(removed.salvage?.ref);
  const back = await restoreSalvage({ repository, ref: listed?.ref ?? "", baseDir: sandbox.baseDir });
  expect(back.path).toBe(worktree.path);
  expect(back.branch).toBe(worktree.branch);
  expect(await read(back.path, "a.txt")).toBe("1\nY\n3\n");
  expect(await read(back.path, ".env")).toBe("S=1\n");
  expect(await sandbox.git(back.path, "status", "--porcelain")).toBe(" M a.txt");
});
