import { chmod, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tokenIn } from "./token-file.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "nucleic-token-"));
  path = join(folder, "token");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("it is made for this user alone, and is the same the next time", async () => {
  const token = await tokenIn(path);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, "utf8")).toBe(`${token}\n`);
  expect(await tokenIn(path)).toBe(token);
});

test.each([
  ["others can read", "A".repeat(43), 0o644],
  ["is short", "A".repeat(42), 0o600],
  ["is empty", "", 0o600],
  ["is no token", `${"A".repeat(43)} B`, 0o600],
  ["is large", "A".repeat(300), 0o600],
])("one that %s is refused, and stays as it is", async (_, text, mode) => {
  await writeFile(path, text);
  await chmod(path, mode);
  await expect(tokenIn(path)).rejects.toMatchObject({ code: "badTokenFile" });
  expect(await readFile(path, "utf8")).toBe(text);
});

test("a link is not followed", async () => {
  await writeFile(join(folder, "other"), "A".repeat(43), { mode: 0o600 });
  await symlink(join(folder, "other"), path);
  await expect(tokenIn(path)).rejects.toMatchObject({ code: "ELOOP" });
});
