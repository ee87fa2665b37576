import { NucleicError } from "@nucleic/protocol/core";
import { RuntimeError, StorageError } from "@nucleic/runtime";
import { tell } from "./acks.ts";

/** Refusals that a program like this one brings on itself. */
const expected: ReadonlySet<string> = new Set([
  "notRunning",
  "sessionClosed",
  "sessionOpen",
  "sessionBusy",
  "illegalTransition",
  "notResumable",
  "ruleRefused",
  "unsupported",
  "unknownSession",
  "unknownRule",
]);

/** Those of a disk that fails. */
const onBrokenDisk: ReadonlySet<string> = new Set(["diskFull", "startFailed", "workerFailed"]);

let isDiskBroken = false;

/** From now on errors of the disk are to be expected, as long as they are typed. */
export function expectBrokenDisk(): void {
  isDiskBroken = true;
}

/** Does something that may be refused. A refusal with a code is told as such, anything else is a fault. */
export async function attempt(what: string, s: string, act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined)
      tell({ a: "fault", what: `${what}: ${error instanceof Error ? error.stack : error}` });
    else tell({ a: "refused", what, code, s });
    return false;
  }
}

/** The code of an error that this program may meet. One of SQLite or of the system itself says nothing to whoever calls. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof StorageError) return isDiskBroken || error.code === "closed" ? error.code : undefined;
  if (!(error instanceof RuntimeError || error instanceof NucleicError)) return undefined;
  if (isDiskBroken && onBrokenDisk.has(error.code)) return error.code;
  return expected.has(error.code) ? error.code : undefined;
}
