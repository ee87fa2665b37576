/** Whether an unknown error is a system error with that code, e.g. `ENOENT`. */
export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** For `catch`: answers `undefined` where nothing is there, and passes everything else on. */
export function ifMissing(error: unknown): undefined {
  if (isErrno(error, "ENOENT") || isErrno(error, "ENOTDIR")) return undefined;
  throw error;
}
