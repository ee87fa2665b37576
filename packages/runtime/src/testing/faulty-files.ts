import { type LogFile, type LogFiles, systemFiles } from "../transcript/files.ts";

/** What goes wrong, and when. Calls are counted from 1 over all files opened for writing. */
export interface FaultScript {
  /** The error of the n-th write, none for `undefined`. `takenBytes` are written all the same: half a record. */
  readonly write?: (call: number) => { readonly code: string; readonly takenBytes?: number } | undefined;
  /** How many bytes the n-th write takes at most. */
  readonly shortWrite?: (call: number) => number | undefined;
  /** The error code of the n-th datasync. */
  readonly datasync?: (call: number) => string | undefined;
  readonly truncate?: (call: number) => string | undefined;
  /** Awaited before the n-th datasync: a disk that takes its time, for as long as the test likes. */
  readonly beforeDatasync?: (call: number) => Promise<void> | undefined;
}

/** A real file system that fails as the script says. */
export function faultyFiles(script: FaultScript, files: LogFiles = systemFiles): LogFiles {
  const calls = { write: 0, datasync: 0, truncate: 0 };
  const wrap = (file: LogFile): LogFile => ({
    ...file,
    async write(bytes) {
      const call = ++calls.write;
      const fault = script.write?.(call);
      if (fault) {
        if (fault.takenBytes) await file.write(bytes.subarray(0, fault.takenBytes));
        throw systemError(fault.code, "write");
      }
      const limit = script.shortWrite?.(call);
      return file.write(limit === undefined ? bytes : bytes.subarray(0, Math.max(1, limit)));
    },
    async datasync() {
      const call = ++calls.datasync;
      await script.beforeDatasync?.(call);
      const code = script.datasync?.(call);
      if (code) throw systemError(code, "fdatasync");
      await file.datasync();
    },
    async truncate(sizeBytes) {
      const code = script.truncate?.(++calls.truncate);
      if (code) throw systemError(code, "ftruncate");
      await file.truncate(sizeBytes);
    },
  });
  return {
    ...files,
    create: async (path) => wrap(await files.create(path)),
    openAppend: async (path) => wrap(await files.openAppend(path)),
  };
}

function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${code}: injected, ${syscall}`), { code, syscall });
}
