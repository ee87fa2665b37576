import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { processTable } from "../src/process-table.ts";

/** The path of a fixture program. */
export function program(name: string): string {
  return fileURLToPath(new URL(`programs/${name}.mjs`, import.meta.url));
}

/** The Node.js that runs the tests. */
export const node = process.execPath;

/** A fresh environment entry by which everything that inherits it is found, and the pids of what carries it. */
export function tracer() {
  const value = randomUUID();
  const alive = async () =>
    (await processTable.list(`TRACER=${value}`)).filter((row) => row.marked).map((row) => row.pid);
  return { env: { TRACER: value }, alive };
}
