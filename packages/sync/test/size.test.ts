import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const src = join(dirname(dirname(fileURLToPath(import.meta.url))), "src");

/** What a page gets of it: bundled for browsers, minified, compressed. */
async function bundle(contents: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: src },
    ...{ bundle: true, minify: true, write: false, metafile: true },
    ...{ format: "esm", platform: "browser", target: "es2022", conditions: ["@nucleic/source"] },
  });
  const [{ contents: code } = { contents: new Uint8Array() }] = outputFiles;
  const [output] = Object.values(metafile.outputs);
  const parts = Object.entries(output?.inputs ?? {});
  return {
    gzipBytes: gzipSync(code, { level: 9 }).length,
    inputs: parts.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  };
}

// Budgets: about a tenth above what it is. Whoever needs more raises them, and says in the commit what for.
test.each([
  ["all of the client", `export * from "./client/index.ts"`, 10_700],
  ["a client without a store", `export { HostClient, webSocketTo } from "./client/index.ts"`, 8_800],
  ["a refusal alone: the rest is left out", `export { HostError } from "./client/index.ts"`, 400],
])("%s is small, and brings neither the schemas nor libsodium", async (_, contents, maxBytes) => {
  const { gzipBytes, inputs } = await bundle(contents);
  expect(gzipBytes).toBeLessThan(maxBytes);
  expect(gzipBytes).toBeGreaterThan(100);
  expect(inputs.filter((path) => /zod|libsodium|nats|\/ws\//.test(path))).toEqual([]);
});
