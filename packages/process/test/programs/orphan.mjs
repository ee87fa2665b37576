// Starts a child in a session of its own that ignores SIGTERM, as an agent's shell may, then ends or hangs.
// Arguments: "inherit" or "ignore" for the child's output, "exit" or "hang" for this program.
import { spawn } from "node:child_process";

const [output, then] = process.argv.slice(2);
const hang = new URL("hang.mjs", import.meta.url).pathname;
const child = spawn(process.execPath, [hang, "SIGTERM", "SIGINT"], {
  detached: true,
  stdio: ["ignore", output === "inherit" ? "inherit" : "pipe", "ignore"],
});
if (output === "inherit") {
  // It says "ready" on the output that both share.
  child.unref();
} else {
  await new Promise((resolve) => child.stdout.once("data", resolve));
  child.stdout.destroy();
  child.unref();
}
console.log(`orphan ${child.pid}`);
if (then === "hang") setInterval(() => {}, 1 << 30);
