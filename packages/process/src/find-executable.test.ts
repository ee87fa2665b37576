import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findExecutable } from "./find-executable.ts";

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "find executable "));
  await mkdir(join(root, "first/tool"), { recursive: true });
  await mkdir(join(root, "second"));
  await writeFile(join(root, "first/plain"), "");
  for (const name of ["tool", "plain", "my tool"]) {
    await writeFile(join(root, "second", name), "#!/bin/sh\n");
    await chmod(join(root, "second", name), 0o755);
  }
  await symlink(join(root, "second/tool"), join(root, "first/link"));
  await symlink(join(root, "nowhere"), join(root, "first/broken"));
});
afterAll(() => rm(root, { recursive: true }));

test.each([
  ["a name, past a folder of that name", "tool", "second/tool"],
  ["a name, past a file without the execute bit", "plain", "second/plain"],
  ["a name with a space", "my tool", "second/my tool"],
  ["a symbolic link, under its own name", "link", "first/link"],
  ["nothing for a broken link", "broken", undefined],
  ["nothing for an unknown name", "unknown", undefined],
  ["nothing for an empty name", "", undefined],
])("finds %s", async (_, name, found) => {
  const env = { PATH: [join(root, "first"), join(root, "second")].join(":") };
  expect(await findExecutable(name, env)).toBe(found && join(root, found));
});

test("takes a path as it is, absolute or relative, without PATH", async () => {
  const tool = join(root, "second/tool");
  expect(await findExecutable(tool, {})).toBe(tool);
  expect(await findExecutable(relative(process.cwd(), tool), {})).toBe(tool);
  expect(await findExecutable(join(root, "first/plain"), {})).toBeUndefined();
});

test("never looks into the current folder by way of PATH", async () => {
  const here = relative(process.cwd(), join(root, "second"));
  expect(await findExecutable("tool", { PATH: `:${here}:.` })).toBeUndefined();
});
