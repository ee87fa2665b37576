import { join } from "node:path";
import { GitSandbox } from "../sandbox.ts";
import { runSeed, type SeedReport } from "./run-seed.ts";
import { Worker } from "./worker.ts";

/**
 * Plays seeds one after the other, with the same eight processes as far as they live. One seed in five has a step more
 * than `steps` for everybody.
 */
export async function* play(seeds: Iterable<number>, steps: number): AsyncGenerator<SeedReport> {
  const { PATH = "", TMPDIR } = process.env;
  const env: Record<string, string> = { PATH, ...(TMPDIR === undefined ? {} : { TMPDIR }) };
  await using person = await GitSandbox.create();
  // A worker that was killed starts again in half the time.
  const cache = { NODE_COMPILE_CACHE: join(person.root, "compiled") };
  const workers = Array.from({ length: 8 }, () => new Worker({ ...env, ...person.env, ...cache }));
  try {
    for (const seed of seeds) {
      await using sandbox = await GitSandbox.create();
      yield await runSeed(seed, workers, sandbox, steps + (seed % 5 === 0 ? 1 : 0));
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.close()));
  }
}
