import { runCommand } from "@nucleic/process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseName, shortId, slug } from "./name.ts";

test.each([
  ["Fix the login", "fix-the-login"],
  ["  Über Äpfel & Öl!  ", "uber-apfel-ol"],
  ["修正登录", "task"],
  ["🚀", "task"],
  ["", "task"],
  ["--force", "force"],
  ["../../etc/passwd", "etc-passwd"],
  ["a.lock", "a-lock"],
  ["HEAD", "head"],
  ["line\nend\0nul", "line-end-nul"],
  ["Refactor the whole authentication layer of the server", "refactor-the-whole"],
  ["x".repeat(80), "x".repeat(32)],
])("the title %j becomes %s", (title, expected) => {
  expect(slug(title)).toBe(expected);
});

test("the random tail of a UUIDv7 tells sessions apart, of other ids a digest", () => {
  expect(shortId("0192f0c1-7a3b-7def-8123-456789ABCDEF")).toBe("abcdef");
  expect(shortId("s1")).toMatch(/^[0-9a-f]{6}$/);
  expect(shortId("s1")).not.toBe(shortId("s2"));
});

const free = { branches: [], directories: [] };

test.each([
  { taken: free, branch: /^nucleic\/fix-\w{6}$/ },
  // Refs are files: `nucleic` rules out `nucleic/x`, whatever its case on some file systems.
  { taken: { ...free, branches: ["nucleic"] }, branch: /^nucleic-session\/fix-\w{6}$/ },
  { taken: { ...free, branches: ["Nucleic"] }, branch: /^nucleic-session\/fix-\w{6}$/ },
])("next to $taken.branches the branch is $branch", ({ taken, branch }) => {
  expect(chooseName("fix", "s1", taken)?.branch).toMatch(branch);
});

test("no name is chosen twice, nor one that differs in case only, nor one that is a directory of another", () => {
  const first = chooseName("fix", "s1", free);
  const name = first?.directory ?? "";
  for (const taken of [
    { branches: [`nucleic/${name}`], directories: [] },
    { branches: [`NUCLEIC/${name.toUpperCase()}`], directories: [] },
    { branches: [`nucleic/${name}/sub`], directories: [] },
    { branches: [], directories: [name.toUpperCase()] },
  ]) {
    expect(chooseName("fix", "s1", taken)).toEqual({ branch: `nucleic/${name}-2`, directory: `${name}-2` });
  }
});

test("where every prefix is taken there is no name", () => {
  const branches = ["nucleic", "nucleic-session", "nucleic-worktree"];
  expect(chooseName("fix", "s1", { branches, directories: [] })).toBeUndefined();
});

test("every title gives a branch name that git accepts", async () => {
  const title = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }));
  await fc.assert(
    fc.asyncProperty(title, fc.string({ minLength: 1 }), async (text, id) => {
      const name = chooseName(text, id, free);
      expect(name?.directory).toMatch(/^[a-z0-9][a-z0-9-]*$/);
      const args = ["check-ref-format", "--branch", name?.branch ?? ""];
      expect((await runCommand("git", args, { cwd: "/", env: { PATH: process.env.PATH ?? "" } })).code).toBe(
        0,
      );
    }),
    { numRuns: 40 },
  );
});
