// Plays the matrix of CLIs and scenarios, records what came out, and writes docs/matrix.md:
//
//   pnpm run matrix [--check] [CLI…]     default: those that every test run plays
//
// claude-agent-acp, Gemini CLI and opencode, which take seconds to start, are played where they are named. With --check nothing is written:
// it fails where something came out otherwise than it was recorded.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = "test/matrix";
const named = process.argv.slice(2).filter((word) => word !== "--check");
const write = process.argv.includes("--check") ? {} : { MATRIX_WRITE: "1" };
const columns = readdirSync(join(root, folder)).filter((file) => {
  const [, name, kind] = /^(.+)\.(test|slow)\.ts$/.exec(file) ?? [];
  return name !== undefined && name !== "page" && (named.length > 0 ? named.includes(name) : kind === "test");
});

// The page is made of what the columns have recorded, so it comes last.
const played = vitest(columns.map((file) => `${folder}/${file}`));
const written = vitest([`${folder}/page.test.ts`]);
process.exitCode = played || written;

function vitest(files) {
  const env = { ...process.env, ...write, NUCLEIC_SLOW: "1" };
  const args = ["exec", "vitest", "run", "--project", "matrix", ...files];
  return spawnSync("pnpm", args, { cwd: root, env, stdio: "inherit" }).status ?? 1;
}
