import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findClaude } from "./find-claude.ts";

let dir: string;
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), "nucleic-find-")));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function file(path: string, text: string): Promise<string> {
  const full = join(dir, path);
  await mkdir(dirname(full), { recursive: true });
  await writeFile(full, text);
  await chmod(full, 0o755);
  return full;
}

/** As npm lays it out where install scripts were not run: a launcher, and the program in a package beside it. */
async function npmLayout(withNative: boolean): Promise<{ bin: string; launcher: string; native: string }> {
  const scope = "lib/node_modules/@anthropic-ai";
  const launcher = await file(`${scope}/claude-code/cli-wrapper.cjs`, "#!/usr/bin/env node\n");
  await file(`${scope}/claude-code/package.json`, "{}");
  const platform = `claude-code-${process.platform}-${process.arch}`;
  const native = join(dir, scope, platform, "claude");
  if (withNative) {
    await file(`${scope}/${platform}/package.json`, "{}");
    await file(`${scope}/${platform}/claude`, "\u007fELF");
  }
  await mkdir(join(dir, "bin"));
  await symlink(launcher, join(dir, "bin/claude"));
  return { bin: join(dir, "bin"), launcher, native };
}

test("a native program is itself, by its real path", async () => {
  const native = await file("real/claude", "\u007fELF");
  await mkdir(join(dir, "bin"));
  await symlink(native, join(dir, "bin/claude"));
  expect(await findClaude(undefined, { PATH: join(dir, "bin") })).toBe(native);
});

test("npm's launcher leads to the native program behind it", async () => {
  const { bin, native } = await npmLayout(true);
  expect(await findClaude(undefined, { PATH: bin })).toBe(native);
});

test("a launcher with nothing behind it is left to say so itself", async () => {
  const { bin, launcher } = await npmLayout(false);
  expect(await findClaude(undefined, { PATH: bin })).toBe(launcher);
});

test("a script of the user's own is run as it is", async () => {
  const script = await file("bin/claude", "#!/bin/sh\nexec real-claude\n");
  expect(await findClaude(undefined, { PATH: join(dir, "bin") })).toBe(script);
});

test("the option comes before the variable, and the variable before the PATH", async () => {
  const [option, variable, onPath] = [
    await file("a", "x"),
    await file("b", "x"),
    await file("bin/claude", "x"),
  ];
  const env = { PATH: dirname(onPath), NUCLEIC_CLAUDE: variable };
  expect(await findClaude(option, env)).toBe(option);
  expect(await findClaude(undefined, env)).toBe(variable);
  expect(await findClaude(undefined, { ...env, NUCLEIC_CLAUDE: "" })).toBe(onPath);
});
