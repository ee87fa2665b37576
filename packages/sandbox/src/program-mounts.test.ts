import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { programMounts } from "./program-mounts.ts";

test("along the links of a program, each folder, and of node_modules all of it", async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), "nucleic-program-")));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, "lib/node_modules/cli/bin"), { recursive: true });
  await mkdir(join(root, "bin"));
  await writeFile(join(root, "lib/node_modules/cli/bin/cli.js"), "");
  await symlink("../lib/node_modules/cli/bin/cli.js", join(root, "bin/cli"));
  expect(await programMounts(join(root, "bin/cli"))).toEqual([
    { path: join(root, "bin"), access: "read" },
    { path: join(root, "lib/node_modules"), access: "read" },
  ]);
});

test("nothing for a program of the system, which is there anyway", async () => {
  expect(await programMounts("/usr/bin/env")).toEqual([]);
});
