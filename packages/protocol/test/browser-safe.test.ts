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

test("core reaches no schema before someone is asked", () => {
  const reached = new Set<string>();
  const reach = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    const text = readFileSync(`${root}/src/${path}`, "utf8");
    const statics = text.matchAll(/^(?:import|export) (?!type )[^;]*?from "([^"]+)";/gm);
    for (const [, name = ""] of statics) reach(name.startsWith("./") ? name.slice(2) : name);
  };
  reach("core.ts");
  expect([...reached]).toContain("ask.ts");
  expect([...reached]).not.toContain("zod");
});
