// Kills a run of strangers, and has nothing else to do: no child and no timer of its own.
import { killRun } from "../../src/run-marker.ts";

const { killed } = await killRun(process.argv[2], { graceMs: 50 });
process.stdout.write(`killed ${killed.length}\n`);
