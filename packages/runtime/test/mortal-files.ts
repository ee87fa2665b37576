import type { LogFile, LogFiles } from "../src/transcript/files.ts";

/** A file system as one process sees it. Once that is killed nothing it had begun goes on, and nothing is answered. */
export function mortalFiles(files: LogFiles): { readonly files: LogFiles; kill(): void } {
  let alive = true;
  const mortal = <A extends unknown[], R>(call: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => (alive ? call(...args) : new Promise<never>(() => undefined));
  };
  const file = (opened: LogFile): LogFile => ({
    write: mortal((bytes) => opened.write(bytes)),
    read: mortal((into, position) => opened.read(into, position)),
    sizeBytes: mortal(() => opened.sizeBytes()),
    truncate: mortal((sizeBytes) => opened.truncate(sizeBytes)),
    datasync: mortal(() => opened.datasync()),
    close: mortal(() => opened.close()),
  });
  return {
    kill: () => {
      alive = false;
    },
    files: {
      create: mortal(async (path) => file(await files.create(path))),
      openAppend: mortal(async (path) => file(await files.openAppend(path))),
      openRead: mortal(async (path) => file(await files.openRead(path))),
      list: mortal((path) => files.list(path)),
      sizeBytes: mortal((path) => files.sizeBytes(path)),
      freeBytes: mortal((path) => files.freeBytes(path)),
      rename: mortal((from, to) => files.rename(from, to)),
      remove: mortal((path) => files.remove(path)),
      makeDirectory: mortal((path) => files.makeDirectory(path)),
      syncDirectory: mortal((path) => files.syncDirectory(path)),
    },
  };
}
