import type { Runtime, RuntimeOptions } from "./runtime.ts";

/**
 * Opens a data directory: recovers what an earlier process left, then takes sessions.
 *
 * The first call also loads what only an open directory needs, the database and the processes among it, so that a program
 * that may not open one starts without them.
 * @throws RuntimeError `schemaTooNew`, `databaseUnsuitable`
 */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { openLocalRuntime } = await import("./open-local-runtime.ts");
  return openLocalRuntime(options);
}
