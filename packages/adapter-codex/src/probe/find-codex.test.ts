import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findCodex, npmLayout } from "./find-codex.ts";
import { parseVersion } from "./version.ts";

let dir: string;
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), "nucleic-find-")));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function program(path: string, content: string): Promise<string> {
  const file = join(dir, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  await chmod(file, 0o755);
  return file;
}

/** As npm lays it out: a launcher in a bin folder, and the package of this platform beside the launcher's own. */
async function npmInstall(): Promise<{ launcher: string; bin: string }> {
  const launcher = await program("node_modules/@openai/codex/bin/codex.js", "#!/usr/bin/env node\n");
  await writeFile(join(dir, "node_modules/@openai/codex/package.json"), "{}");
  await mkdir(join(dir, "bin"));
  await symlink(launcher, join(dir, "bin/codex"));
  return { launcher, bin: join(dir, "bin") };
}

describe("the program is found", () => {
  test("past npm's launcher, from the PATH", async () => {
    const { bin } = await npmInstall();
    const [native] = npmLayout().natives;
    const path = `node_modules/${native?.packageName}`;
    const real = await program(`${path}/${native?.path}`, "\u007fELF");
    await writeFile(join(dir, path, "package.json"), "{}");
    expect(await findCodex(undefined, { PATH: bin })).toBe(real);
  });

  test("below the launcher's own package", async () => {
    const { launcher } = await npmInstall();
    const real = await program(`node_modules/@openai/codex/${npmLayout().natives[1]?.path}`, "\u007fELF");
    expect(await findCodex(launcher, {})).toBe(real);
  });

  test("as the launcher itself where the native one is missing: it says what to install", async () => {
    const { launcher, bin } = await npmInstall();
    expect(await findCodex(undefined, { PATH: bin })).toBe(launcher);
  });

  test("by its variable before the PATH, by the option before both", async () => {
    const named = await program("named", "\u007fELF");
    const other = await program("other", "\u007fELF");
    const env = { PATH: (await npmInstall()).bin, NUCLEIC_CODEX: named };
    expect(await findCodex(undefined, env)).toBe(named);
    expect(await findCodex(other, env)).toBe(other);
  });

  test("nowhere", async () => {
    expect(await findCodex(undefined, { PATH: dir })).toBeUndefined();
  });
});

test.each([
  ["linux", "x64", "@openai/codex-linux-x64", "vendor/x86_64-unknown-linux-musl/bin/codex"],
  ["darwin", "arm64", "@openai/codex-darwin-arm64", "vendor/aarch64-apple-darwin/bin/codex"],
  ["win32", "x64", "@openai/codex-win32-x64", "vendor/x86_64-pc-windows-msvc/bin/codex.exe"],
] as const)("npm's layout on %s %s", (platform, processor, packageName, path) => {
  expect(npmLayout(platform, processor).natives[0]).toEqual({ packageName, path });
});

test("no native program is known for another platform", () => {
  expect(npmLayout("sunos", "x64").natives).toEqual([]);
});

test.each([
  ["codex-cli 0.171.0\n", "0.171.0"],
  ["codex-cli 0.172.0-alpha.3\n", "0.172.0"],
  ["codex 1.2.3", "1.2.3"],
  ["command not found", undefined],
])("the version in %j", (stdout, version) => {
  expect(parseVersion(stdout)).toBe(version);
});
