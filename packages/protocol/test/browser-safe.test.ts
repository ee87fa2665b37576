import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = globSync("src/**/*.ts", { cwd: root }).filter((path) => !/\.test(-d)?\.ts$/.test(path));
const importing = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["']([^"']+)["']/g;

test("there are sources to look at", () => {
  expect(sources).toContain("src/index.ts");
  expect(sources).toContain("src/testing/index.ts");
});

// Globals of Node.js are the compiler's business: `tsc -p .` knows none of its types.
test.each(sources)("%s imports its neighbours and zod, and so runs in a browser", (path) => {
  const text = readFileSync(`${root}/${path}`, "utf8");
  for (const [, name] of text.matchAll(importing)) expect(name).toMatch(/^(\.\.?\/.+\.ts|zod)$/);
});
