import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { nextLine, startProgram } from "../test/program.ts";
import { parseLsof, processesInside, processesNaming } from "./processes-inside.ts";

async function directories() {
  const root = await realpath(await mkdtemp(join(tmpdir(), "nucleic-inside-")));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const [inside, beside] = [join(root, "app"), join(root, "app2")];
  await Promise.all([mkdir(join(inside, "deep"), { recursive: true }), mkdir(beside)]);
  return { inside, deep: join(inside, "deep"), beside };
}

test("a process below counts, one in a directory of a longer name does not", async () => {
  const { inside, deep, beside } = await directories();
  const [below, next] = [startProgram("stay-inside", [deep]), startProgram("stay-inside", [beside])];
  await Promise.all([nextLine(below), nextLine(next)]);
  expect(await processesInside(inside)).toEqual([below.pid]);
  expect(await processesNaming(deep)).toEqual([below.pid]);
  await below.stop("SIGKILL");
  expect(await processesInside(inside)).toEqual([]);
});

test("the output of lsof, where there is no /proc", () => {
  expect(parseLsof("p12\nfcwd\nn/srv/app\np345\nfcwd\nn/with space/x\n")).toEqual([
    { pid: 12, cwd: "/srv/app" },
    { pid: 345, cwd: "/with space/x" },
  ]);
});
