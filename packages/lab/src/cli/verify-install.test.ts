import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workingFolder } from "../record/working-folder.ts";
import type { KnownCli } from "./known-clis.ts";
import { programPath, verifyInstall } from "./verify-install.ts";

const known: KnownCli = {
  packageName: "@lab/tool",
  bin: "tool",
  testedVersions: [],
  api: "anthropic-messages",
  setup: () => ({ env: {} }),
};
const speaking: KnownCli = { ...known, versionPattern: /^tool (.*)$/ };

/** A folder as npm leaves it, with a program that says so much to `--version`. */
async function installed(manifest: Readonly<Record<string, unknown>>, said = "") {
  const folder = await workingFolder({});
  const root = join(folder.path, "node_modules/@lab/tool");
  await mkdir(root, { recursive: true });
  await writeFile(join(root, "package.json"), JSON.stringify({ bin: "tool.sh", ...manifest }));
  await writeFile(join(root, "tool.sh"), `#!/bin/sh\n[ "$1" = --version ] && echo "${said}"\n`);
  await chmod(join(root, "tool.sh"), 0o755);
  return folder;
}

test("a program that tells its version is believed", async () => {
  await using folder = await installed({ version: "0.0.1" }, "tool 1.2.3");
  await verifyInstall(speaking, "1.2.3", folder.path);
  await expect(verifyInstall(speaking, "1.2.4", folder.path)).rejects.toMatchObject({
    code: "wrongVersion",
    message: 'tool 1.2.4 says "tool 1.2.3" to --version',
  });
});

test("the manifest is believed where the program has no such flag", async () => {
  await using folder = await installed({ version: "1.2.3" });
  await verifyInstall(known, "1.2.3", folder.path);
  await expect(verifyInstall(known, "1.2", folder.path)).rejects.toMatchObject({
    code: "wrongVersion",
    message: "@lab/tool 1.2 is 1.2.3 by its manifest",
  });
});

test.for([
  ["the only one", "run.js", known, "@lab/tool/run.js"],
  ["the one of that name", { other: "no.js", tool: "yes.js" }, known, "@lab/tool/yes.js"],
  [
    "the native one behind a wrapper",
    "run.js",
    { ...known, native: { path: (platform: string) => `node_modules/@lab/tool-${platform}/tool` } },
    `@lab/tool-${process.platform}/tool`,
  ],
] as const)("its program is %s", async ([, bin, about, path]) => {
  await using folder = await installed({ bin });
  expect(await programPath(about, folder.path)).toBe(join(folder.path, "node_modules", path));
});

test("a package without its program is no install", async () => {
  await using folder = await installed({ bin: { other: "no.js" } });
  await expect(programPath(known, folder.path)).rejects.toMatchObject({ code: "installFailed" });
});
