import { dataDirectory } from "@nucleic/runtime";
import { CliError } from "./cli-error.ts";

/** Where all state lives. @throws CliError `usage` where the environment names no place. */
export function dataDir(env: Readonly<Record<string, string | undefined>>): string {
  try {
    return dataDirectory(env, process.platform);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError("usage", `there is no data directory: ${why}`, "set NUCLEIC_HOME to an absolute path");
  }
}
