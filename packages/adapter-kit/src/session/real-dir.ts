import { realpath } from "node:fs/promises";
import { NucleicError } from "@nucleic/protocol/core";

/** A folder's path with every link on the way followed. @throws NucleicError `spawnFailed` where it is not there */
export async function realDir(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (cause) {
    throw new NucleicError("spawnFailed", `there is no folder ${path}`, { cause });
  }
}
