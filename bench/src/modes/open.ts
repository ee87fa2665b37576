// The cost of importing the runtime and opening an empty data directory with it, in a fresh process: what the import
// leaves for later is in this.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sampleEach } from "../measure.ts";

const dir = await mkdtemp(join(tmpdir(), "nucleic-bench-"));
await sampleEach(1, async () => {
  const { openRuntime } = await import("@nucleic/runtime");
  const runtime = await openRuntime({ dataDir: join(dir, "data"), backends: [] });
  return async () => {
    await runtime.close();
    await rm(dir, { recursive: true, force: true });
  };
});
