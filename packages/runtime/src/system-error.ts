import { StorageError } from "./errors.ts";

/** An error of the system below as one with a code of ours; anything else as it is. */
export function typedSystemError(cause: unknown, what: string): unknown {
  if (cause instanceof StorageError || !(cause instanceof Error && "syscall" in cause)) return cause;
  return new StorageError("writeFailed", `${what}: ${cause.message}`, {
    cause,
    hint: "Make room on the disk, or check it; what was on disk before is whole.",
  });
}
