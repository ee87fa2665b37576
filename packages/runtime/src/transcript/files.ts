import { constants } from "node:fs";
import { chmod, type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";

/** One open file of a log. The seam at which tests inject failures. */
export interface LogFile {
  /** Appends. May take fewer bytes than given; gives how many. */
  write(bytes: Uint8Array): Promise<number>;
  /** Reads at a position; gives how many bytes, 0 at the end. */
  read(into: Uint8Array, position: number): Promise<number>;
  sizeBytes(): Promise<number>;
  truncate(sizeBytes: number): Promise<void>;
  /** Resolves when the file's bytes and length are on disk. */
  datasync(): Promise<void>;
  close(): Promise<void>;
}

/** What a log needs of a file system. */
export interface LogFiles {
  /** A new file for this user alone, for appending and reading. Fails where there is one. */
  create(path: string): Promise<LogFile>;
  /** An existing file for appending and reading. A symlink is refused. */
  openAppend(path: string): Promise<LogFile>;
  openRead(path: string): Promise<LogFile>;
  /** The names in a folder. */
  list(path: string): Promise<readonly string[]>;
  /** Length of a file. */
  sizeBytes(path: string): Promise<number>;
  /** What this user may still write to the disk of a folder. */
  freeBytes(path: string): Promise<number>;
  /** Puts a file under another name of the same folder; one that is there is replaced. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file, if there is one. */
  remove(path: string): Promise<void>;
  /** A folder for this user alone, with its parents; one that is there is narrowed. */
  makeDirectory(path: string): Promise<void>;
  /** Resolves when the folder's entries are on disk. */
  syncDirectory(path: string): Promise<void>;
}

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_RDWR } = constants;
const ownerOnly = 0o600;

/** The real file system. */
export const systemFiles: LogFiles = {
  create: async (path) => logFile(await open(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL, ownerOnly)),
  async openAppend(path) {
    const handle = await open(path, O_RDWR | O_APPEND | (O_NOFOLLOW ?? 0));
    // The mode of an existing file may be wider than ours: a restored backup, say.
    await handle.chmod(ownerOnly);
    return logFile(handle);
  },
  openRead: async (path) => logFile(await open(path, O_RDONLY)),
  list: (path) => readdir(path),
  sizeBytes: async (path) => (await stat(path)).size,
  async freeBytes(path) {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  },
  rename,
  remove: (path) => rm(path, { force: true }),
  async makeDirectory(path) {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await chmod(path, 0o700);
  },
  async syncDirectory(path) {
    // Windows cannot open folders; NTFS journals their entries itself.
    if (process.platform === "win32") return;
    const handle = await open(path, O_RDONLY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

function logFile(handle: FileHandle): LogFile {
  return {
    write: async (bytes) => (await handle.write(bytes, 0, bytes.length)).bytesWritten,
    read: async (into, position) => (await handle.read(into, 0, into.length, position)).bytesRead,
    sizeBytes: async () => (await handle.stat()).size,
    truncate: (sizeBytes) => handle.truncate(sizeBytes),
    datasync: () => handle.datasync(),
    close: () => handle.close(),
  };
}
