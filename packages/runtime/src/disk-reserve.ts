import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { RuntimeError } from "./errors.ts";
import type { LogFiles } from "./transcript/files.ts";
import { writeAll } from "./transcript/write-all.ts";

/** How much room a session wants on the disk, in bytes. */
export interface DiskReserveOptions {
  /** With less free than this no new session begins. Default 512 MiB. */
  readonly minFreeBytes?: number;
  /** Kept back for sessions to end in order on a full disk; 0 for nothing. Default 16 MiB. */
  readonly reserveBytes?: number;
}

const mebibyte = 1024 * 1024;

/** Room on the disk of a data directory: whether there is enough to begin, and a reserve to end with. */
export class DiskReserve {
  readonly #files: LogFiles;
  readonly #directory: string;
  readonly #minFreeBytes: number;
  readonly #reserveBytes: number;
  readonly #listeners = new Set<() => void>();
  #filling: Promise<void> | undefined;
  #released: Promise<boolean> | undefined;

  constructor(files: LogFiles, directory: string, options: DiskReserveOptions = {}) {
    this.#files = files;
    this.#directory = directory;
    this.#minFreeBytes = options.minFreeBytes ?? 512 * mebibyte;
    this.#reserveBytes = options.reserveBytes ?? 16 * mebibyte;
  }

  /** Lets a new session begin, and sees to it that there is a reserve. @throws RuntimeError `diskFull` */
  async admit(): Promise<void> {
    const free = await this.#files.freeBytes(this.#directory);
    if (free < this.#minFreeBytes)
      throw new RuntimeError(
        "diskFull",
        `${Math.floor(free / mebibyte)} MiB are free on the disk of ${this.#directory}`,
        { hint: `Make room: a new session wants ${Math.ceil(this.#minFreeBytes / mebibyte)} MiB.` },
      );
    await this.#released;
    this.#released = undefined;
    // What was given back on a full disk is not taken again before there is room for more than it.
    if (free >= 2 * this.#reserveBytes) this.#filling ??= this.#fill();
  }

  /** Gives the reserve back to the disk; false where there was none. Whoever listens hears of it once. */
  release(): Promise<boolean> {
    this.#released ??= this.#release();
    return this.#released;
  }

  /** Calls back when the reserve is given up: what runs should end. Answers how to stop that. */
  onRelease(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when nothing of it is under way. */
  async close(): Promise<void> {
    await this.#filling;
    await this.#released;
  }

  get #path(): string {
    return join(this.#directory, "reserve");
  }

  async #release(): Promise<boolean> {
    await this.#filling;
    this.#filling = undefined;
    const held = await this.#files.sizeBytes(this.#path).catch(() => 0);
    if (held === 0) return false;
    await this.#files.remove(this.#path);
    for (const listener of this.#listeners) listener();
    return true;
  }

  /** Random bytes: a file system that compresses would keep back nothing for others. */
  async #fill(): Promise<void> {
    try {
      const held = await this.#files.sizeBytes(this.#path).catch(() => 0);
      if (held === this.#reserveBytes) return;
      await this.#files.remove(this.#path);
      if (this.#reserveBytes === 0) return;
      const file = await this.#files.create(this.#path);
      try {
        for (let left = this.#reserveBytes; left > 0; left -= mebibyte)
          await writeAll(file, randomBytes(Math.min(mebibyte, left)));
        await file.datasync();
      } finally {
        await file.close();
      }
    } catch {
      // Without a reserve a full disk ends sessions out of order, as a crash would. Nothing is lost by that either.
    }
  }
}
