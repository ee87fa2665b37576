import { expect, test } from "vitest";
import { gitSandbox } from "../test/git-sandbox.ts";
import { withoutGitBindings } from "./environment.ts";

test("no variable that binds git to a repository gets through", async () => {
  const sandbox = await gitSandbox();
  const local = (await sandbox.git(sandbox.root, "rev-parse", "--local-env-vars")).split("\n");
  expect(local).toContain("GIT_DIR");
  const env = Object.fromEntries(
    [...local, "GIT_CONFIG_KEY_0", "GIT_EXTERNAL_DIFF"].map((name) => [name, "x"]),
  );
  expect(withoutGitBindings(env)).toEqual({});
});

test("who commits, and how a server is reached, does", () => {
  const env = {
    PATH: "/bin",
    GIT_AUTHOR_NAME: "Ada",
    GIT_SSH_COMMAND: "ssh -i key",
    GIT_CONFIG_GLOBAL: "/g",
    X: undefined,
  };
  const { X: _, ...defined } = env;
  expect(withoutGitBindings(env)).toEqual(defined);
});

test("a GIT_DIR of a hook that started us does not lead to its repository", async () => {
  const sandbox = await gitSandbox();
  const [ours, theirs] = [await sandbox.repository("ours"), await sandbox.repository("theirs")];
  Object.assign(sandbox.env, {
    GIT_DIR: `${theirs}/.git`,
    GIT_WORK_TREE: theirs,
    GIT_INDEX_FILE: `${theirs}/.git/index`,
  });
  expect((await sandbox.open(ours)).commonDir).toBe(`${ours}/.git`);
});
