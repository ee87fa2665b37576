// A host: starts a run that leaves an orphan, says so, then hangs or exits. Needs --conditions=@nucleic/source.
// Arguments: the directory of the registry, the run id, "hang" or "exit".
import { localProcessHost } from "../../src/local-process-host.ts";
import { RunRegistry } from "../../src/run-registry.ts";

const [directory, runId, then] = process.argv.slice(2);
const host = localProcessHost({ registry: await RunRegistry.open(directory) });
const program = new URL("orphan.mjs", import.meta.url).pathname;
const handle = host.spawn({
  command: process.execPath,
  args: [program, "inherit", "hang"],
  cwd: directory,
  env: {},
  runId,
});
const said = new Set();
for await (const frame of handle.lines) {
  said.add(Buffer.from(frame.bytes).toString().split(" ")[0]);
  if (said.has("ready") && said.has("orphan")) break;
}
console.log("ready");
if (then === "exit") process.exit(7);
await handle.exited;
