import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findHierarchy } from "./hierarchy.ts";

/** A folder with these files, as the kernel shows control groups. */
async function shown(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "nucleic-groups-"));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  return root;
}

test("version 1: below the own group, for each controller that has a list of processes to write", async () => {
  const root = await shown({
    self: "9:pids:/\n4:memory:/a/b\n2:cpu,cpuacct:/missing\n0::/\n",
    "pids/cgroup.procs": "",
    "memory/a/b/cgroup.procs": "",
  });
  expect(await findHierarchy(root, join(root, "self"))).toEqual({
    processes: { folder: join(root, "pids"), version: 1 },
    memoryBytes: { folder: join(root, "memory/a/b"), version: 1 },
  });
});

test("version 2: beside the own group, for what its parent passes on", async () => {
  const root = await shown({
    self: "0::/user/app\n",
    "user/cgroup.subtree_control": "memory pids\n",
    "user/cgroup.procs": "",
  });
  const parent = { folder: join(root, "user"), version: 2 };
  expect(await findHierarchy(root, join(root, "self"))).toEqual({ memoryBytes: parent, processes: parent });
});

test.each([
  ["nothing that tells", {}],
  ["the root group of version 2", { self: "0::/\n", "cgroup.procs": "", "cgroup.subtree_control": "memory" }],
])("none with %s", async (_name, files) => {
  const root = await shown(files);
  expect(await findHierarchy(root, join(root, "self"))).toEqual({});
});
