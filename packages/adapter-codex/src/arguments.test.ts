import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { upToRepository } from "@nucleic/adapter-kit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { codexArguments, projectTrust } from "./arguments.ts";

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "nucleic-arguments-")));
  await mkdir(join(root, "repo/.git"), { recursive: true });
  await mkdir(join(root, "repo/sub/deep"), { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const foldersOf = async (cwd: string, trusted: boolean) =>
  Object.keys(await projectTrust(cwd, trusted)).map((folder) => folder.slice(root.length) || folder);

describe("every folder whose configuration may be loaded has an entry", () => {
  test("trusted up to the root of the repository, and not beyond", async () => {
    expect(await foldersOf(join(root, "repo/sub/deep"), true)).toEqual([
      "/repo/sub/deep",
      "/repo/sub",
      "/repo",
    ]);
  });

  test("trusted alone where there is no repository", async () => {
    // By its folders: some folder above those for temporary files may be a repository.
    const folders = [join(root, "plain/inner"), join(root, "plain")];
    expect(await upToRepository(folders)).toEqual(folders.slice(0, 1));
  });

  test("untrusted up to the root of the file system, for the user may have moved the root of the repository", async () => {
    const trust = await projectTrust(join(root, "repo/sub"), false);
    expect(Object.keys(trust).slice(0, 3)).toEqual([join(root, "repo/sub"), join(root, "repo"), root]);
    expect(Object.keys(trust).at(-1)).toBe("/");
    expect(new Set(Object.values(trust).map((entry) => entry.trust_level))).toEqual(new Set(["untrusted"]));
  });

  test("under its real path", async () => {
    await symlink(join(root, "repo"), join(root, "link"));
    expect(await foldersOf(join(root, "link"), true)).toEqual(["/repo"]);
  });
});

test("the trust of a project comes last, so that no other setting takes its place", async () => {
  const cwd = join(root, "repo");
  const config = { model: "m", projects: { [cwd]: { trust_level: "trusted" } } };
  const args = await codexArguments({ cwd, trusted: false, config });
  expect(args.filter((_, index) => index % 2 === 0)).toEqual(["-c", "-c"]);
  expect(args[1]).toBe('model="m"');
  expect(args[3]).toContain(`projects={"${cwd}"={"trust_level"="untrusted"},"${dirname(cwd)}"=`);
});
