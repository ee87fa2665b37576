// The public surface of each package as one committed file, so that a review shows every change of it:
//   node scripts/api-report.mjs [--check]    writes, or compares, packages/*/api.d.ts with the built types
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const check = process.argv.includes("--check");
const stale = [];

for (const manifest of globSync("packages/*/package.json", { cwd: root }).sort()) {
  const dir = join(root, dirname(manifest));
  const { publishConfig } = JSON.parse(readFileSync(join(root, manifest), "utf8"));
  const entries = Object.entries(publishConfig.exports).filter(([, e]) => e.types);
  const seen = new Set();
  const report = entries.map(([name, e]) => `// ${name}\n${surface(join(dir, e.types), seen)}`).join("\n");
  const file = join(dir, "api.d.ts");
  if (existsSync(file) && readFileSync(file, "utf8") === report) continue;
  if (check) stale.push(dirname(manifest));
  else writeFileSync(file, report);
}
if (stale.length > 0) {
  console.error(
    `The public surface changed: ${stale.join(", ")}.\nSee what changed with: pnpm run api && git diff`,
  );
  process.exitCode = 1;
}

/** The bundled types of an entry with the chunks it shares inlined, without comments. Chunk names hold a hash: dropped. */
function surface(file, seen) {
  if (seen.has(file)) return "";
  seen.add(file);
  const text = readFileSync(file, "utf8");
  const chunks = [...text.matchAll(/from '(\.[^']+)\.js'/g)].map((m) => join(dirname(file), `${m[1]}.d.ts`));
  const inlined = chunks.map((c) => surface(c, seen)).join("");
  const own = text
    .replace(/\/\*\*[\s\S]*?\*\//g, "")
    .split("\n")
    .filter((l) => l.trim() !== "" && !l.startsWith("//#") && !/from '\.[^']+'/.test(l))
    .map((l) => l.trimEnd());
  return `${inlined}${steady(`${own.join("\n")}\n`)}`;
}

/** The compiler writes the members of an enum or a union of literals in the order in which it met them: sorted here. */
function steady(text) {
  const sorted = (separator) => (members) => members.split(separator).sort().join(separator);
  return text
    .replace(/(?:^ *\w+: "\w+";\n)+/gm, (members) => `${sorted("\n")(members.slice(0, -1))}\n`)
    .replace(/"[^"\n]*"(?: \| "[^"\n]*")+/g, sorted(" | "));
}
