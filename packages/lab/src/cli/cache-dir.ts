import { homedir } from "node:os";
import { join, resolve } from "node:path";

/**
 * Where installed CLIs are kept: `NUCLEIC_LAB_CACHE`, else `nucleic/clis` in the user's cache folder. Never a
 * `node_modules`: an install of a workspace would sweep it away.
 */
export function cliCacheDir(env: Readonly<Record<string, string | undefined>> = process.env): string {
  if (env.NUCLEIC_LAB_CACHE) return resolve(env.NUCLEIC_LAB_CACHE);
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "nucleic", "clis");
}
