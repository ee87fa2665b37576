import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { WorktreeError } from "../error.ts";
import { acquireLock, type LockOptions } from "../lock.ts";
import type { LoadedRows, QueueStore, StoredRow } from "./store.ts";

/** Where the files are. */
export interface FileStoreOptions extends LockOptions {
  /** Of this queue alone; made if missing, for its owner only. */
  readonly directory: string;
}

const SUFFIX = ".json";
const DRAFT = ".draft";
const ID = /^[A-Za-z0-9-]{1,100}$/;

/**
 * A store of one file for each entry. A file is written under another name, synced, renamed, and its directory synced: so
 * a crash leaves the former content or the new one. A draft that a crash left is removed at the next open. A file that
 * can't be read, or is not JSON, is renamed to `….damaged` and named by `load`.
 *
 * Waits while another living process has the same directory open.
 *
 * @throws WorktreeError `aborted`
 */
export async function openFileQueueStore(options: FileStoreOptions): Promise<QueueStore> {
  const { directory } = options;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const lock = await acquireLock(join(directory, "lock"), options);
  const drafts = (await readdir(directory)).filter((name) => name.endsWith(DRAFT));
  await Promise.all(drafts.map((name) => rm(join(directory, name), { force: true })));
  return new FileQueueStore(directory, () => lock.release());
}

class FileQueueStore implements QueueStore {
  readonly #directory: string;
  readonly #release: () => Promise<void>;
  #closed: Promise<void> | undefined;
  /** One operation at a time, so that two puts of one entry can't change places. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(directory: string, release: () => Promise<void>) {
    this.#directory = directory;
    this.#release = release;
  }

  load(): Promise<LoadedRows> {
    return this.#serially(async () => {
      const names = (await readdir(this.#directory)).filter((name) => name.endsWith(SUFFIX));
      const rows: StoredRow[] = [];
      const damaged: string[] = [];
      for (const name of names) {
        const json = await readJson(join(this.#directory, name));
        const id = name.slice(0, -SUFFIX.length);
        if (json !== undefined && ID.test(id)) {
          rows.push({ id, json });
          continue;
        }
        damaged.push(name);
        await rename(join(this.#directory, name), join(this.#directory, `${name}.damaged`));
      }
      return { rows, damaged };
    });
  }

  put({ id, json }: StoredRow): Promise<void> {
    return this.#serially(async () => {
      if (!ID.test(id)) throw new TypeError(`an entry can't be named ${JSON.stringify(id)}`);
      const draft = join(this.#directory, `${id}-${randomUUID()}${DRAFT}`);
      await writeSynced(draft, json);
      await rename(draft, join(this.#directory, id + SUFFIX));
      await syncDirectory(this.#directory);
    });
  }

  remove(id: string): Promise<void> {
    return this.#serially(async () => {
      if (!ID.test(id)) return;
      await rm(join(this.#directory, id + SUFFIX), { force: true });
      await syncDirectory(this.#directory);
    });
  }

  close(): Promise<void> {
    this.#closed ??= this.#last.then(this.#release, this.#release);
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #serially<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed !== undefined) {
      return Promise.reject(new WorktreeError("closed", "the store of the merge queue is closed"));
    }
    const run = this.#last.then(work, work);
    this.#last = run;
    return run;
  }
}

async function readJson(path: string): Promise<string | undefined> {
  try {
    const text = await readFile(path, "utf8");
    JSON.parse(text);
    return text;
  } catch {
    // Whatever it is, it is kept aside, and the other entries must not suffer from it.
    return undefined;
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  await file.writeFile(text);
  await file.sync();
}

/** Windows has no such thing, and needs none. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  await using directory = await open(path, "r");
  await directory.sync();
}
