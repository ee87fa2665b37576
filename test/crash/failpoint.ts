import { type LogFile, type LogFiles, systemFiles } from "@nucleic/runtime";
import Database from "better-sqlite3";

/** A step at which a process kills itself: around the n-th operation of that kind, counted from 1. */
export interface Failpoint {
  readonly op: "write" | "datasync" | "truncate" | "create" | "rename" | "remove" | "syncDirectory" | "sql";
  readonly n: number;
  /** `half`: in the middle of what a write takes. */
  readonly when: "before" | "half" | "after";
}

/** What dies at a failpoint, and the real file system where there is none. */
export function mortalFiles(point: Failpoint | undefined): LogFiles {
  let count = 0;
  const isHere = (op: Failpoint["op"]) => point?.op === op && ++count === point.n;
  async function around<T>(op: Failpoint["op"], act: () => Promise<T>, half?: () => Promise<unknown>) {
    const here = isHere(op);
    if (here && point?.when === "before") die();
    if (here && point?.when === "half") {
      await half?.();
      die();
    }
    const result = await act();
    if (here) die();
    return result;
  }
  const mortal = (file: LogFile): LogFile => ({
    ...file,
    write: (bytes) =>
      around(
        "write",
        () => file.write(bytes),
        () => file.write(bytes.subarray(0, Math.ceil(bytes.length / 2))),
      ),
    datasync: () => around("datasync", () => file.datasync()),
    truncate: (sizeBytes) => around("truncate", () => file.truncate(sizeBytes)),
  });
  if (point?.op === "sql") patchSqlite(() => (isHere("sql") ? point.when : undefined));
  return {
    ...systemFiles,
    create: async (path) => mortal(await around("create", () => systemFiles.create(path))),
    openAppend: async (path) => mortal(await systemFiles.openAppend(path)),
    rename: (from, to) => around("rename", () => systemFiles.rename(from, to)),
    remove: (path) => around("remove", () => systemFiles.remove(path)),
    syncDirectory: (path) => around("syncDirectory", () => systemFiles.syncDirectory(path)),
  };
}

/** Sees each statement that changes something, in this thread. */
function patchSqlite(next: () => Failpoint["when"] | undefined): void {
  using memory = disposable(new Database(":memory:"));
  const prototype: { run: (...args: unknown[]) => unknown } = Object.getPrototypeOf(
    memory.value.prepare("SELECT 1"),
  );
  const { run } = prototype;
  prototype.run = function (this: unknown, ...args: unknown[]) {
    const when = next();
    if (when === "before" || when === "half") die();
    const result = run.apply(this, args);
    if (when === "after") die();
    return result;
  };
}

function disposable(value: Database.Database) {
  return { value, [Symbol.dispose]: () => value.close() };
}

function die(): never {
  process.kill(process.pid, "SIGKILL");
  throw new Error("alive after SIGKILL");
}
