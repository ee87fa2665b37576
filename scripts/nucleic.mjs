// `npm run -s nucleic -- ARGS`: the built CLI in the folder the caller stands in; nothing but the CLI writes to stdout.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cli = join(root, "apps/cli/dist/cli.js");

if (!existsSync(cli)) {
  const bootstrap = join(root, "scripts/bootstrap.mjs");
  const { status } = spawnSync(process.execPath, [bootstrap, "build"], { stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
const child = spawn(node(), [cli, ...process.argv.slice(2)], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdio: "inherit",
});
// A terminal sends SIGINT to the whole group: the CLI answers it, this process only waits.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => {
  process.exitCode = code ?? 1;
  if (!signal) return;
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});

/** This Node.js where it is new enough for the libraries, else the one that the bootstrap fetched. */
function node() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  const tools = join(root, ".tools");
  const bins = existsSync(tools)
    ? readdirSync(tools).map((d) => join(tools, d, "node_modules/.bin/node"))
    : [];
  return bins.find((bin) => existsSync(bin)) ?? process.execPath;
}
