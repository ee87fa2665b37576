import { basename, dirname } from "node:path";
import type { LogFile, LogFiles } from "../transcript/files.ts";
import { afterCrash, type Choose } from "./crash-state.ts";

/** What was asked of the disk, in order. A node is a file's content, whatever its name. */
export type DiskOperation =
  | { readonly do: "create" | "makeDirectory"; readonly path: string; readonly node: number }
  | { readonly do: "write"; readonly node: number; readonly bytes: Buffer }
  | { readonly do: "truncate"; readonly node: number; readonly sizeBytes: number }
  | { readonly do: "datasync"; readonly node: number }
  | { readonly do: "rename"; readonly from: string; readonly to: string; readonly node: number }
  | { readonly do: "remove"; readonly path: string }
  | { readonly do: "syncDirectory"; readonly path: string };

/** What is on a disk: names, and what they lead to. A folder has no content. */
export interface DiskState {
  readonly names: ReadonlyMap<string, number>;
  readonly contents: ReadonlyMap<number, Buffer>;
}

/**
 * A disk in memory that keeps account of what it was asked, and can say what might be left of it had the power gone
 * before any operation. The fault model: what `datasync` has not confirmed of a file may be there, be gone, end anywhere
 * at a multiple of 512 bytes, or be zeros in whole or in blocks of 512; a name that `syncDirectory` has not confirmed may
 * be as it was before or after, each on its own; what was confirmed stays.
 */
export class SimulatedDisk {
  readonly operations: DiskOperation[] = [];
  readonly #start: DiskState;
  readonly #names: Map<string, number>;
  readonly #contents: Map<number, Buffer>;
  #nextNode: number;

  /** @param start What is on it, for good. Without one, an empty folder of that path. */
  constructor(start: DiskState | string) {
    this.#start = typeof start === "string" ? { names: new Map([[start, 0]]), contents: new Map() } : start;
    this.#names = new Map(this.#start.names);
    this.#contents = new Map(this.#start.contents);
    this.#nextNode = 1 + Math.max(0, ...this.#names.values());
  }

  /** What is there now, confirmed or not. */
  get state(): DiskState {
    return { names: new Map(this.#names), contents: new Map(this.#contents) };
  }

  /** A disk as the loss of power before operation `at` may leave it. `choose(n)` picks what happened: 0 … n-1. */
  crash(at: number, choose: Choose): SimulatedDisk {
    return new SimulatedDisk(afterCrash(this.#start, this.operations.slice(0, at), choose));
  }

  readonly files: LogFiles = {
    create: async (path) => {
      if (this.#names.has(path)) throw systemError("EEXIST", path);
      this.#folder(path);
      const node = this.#nextNode++;
      this.#contents.set(node, Buffer.alloc(0));
      this.#names.set(path, node);
      this.operations.push({ do: "create", path, node });
      return this.#open(node);
    },
    openAppend: async (path) => this.#open(this.#node(path)),
    openRead: async (path) => this.#open(this.#node(path)),
    list: async (path) => {
      this.#node(path);
      return [...this.#names.keys()].filter((name) => dirname(name) === path).map((name) => basename(name));
    },
    sizeBytes: async (path) => this.#content(this.#node(path)).length,
    freeBytes: async () => Number.MAX_SAFE_INTEGER,
    rename: async (from, to) => {
      const node = this.#node(from);
      this.#names.delete(from);
      this.#names.set(to, node);
      this.operations.push({ do: "rename", from, to, node });
    },
    remove: async (path) => {
      if (this.#names.delete(path)) this.operations.push({ do: "remove", path });
    },
    makeDirectory: async (path) => {
      if (this.#names.has(path)) return;
      this.#folder(path);
      const node = this.#nextNode++;
      this.#names.set(path, node);
      this.operations.push({ do: "makeDirectory", path, node });
    },
    syncDirectory: async (path) => {
      this.#node(path);
      this.operations.push({ do: "syncDirectory", path });
    },
  };

  #open(node: number): LogFile {
    return {
      write: async (bytes) => {
        const copy = Buffer.from(bytes);
        this.#contents.set(node, Buffer.concat([this.#content(node), copy]));
        this.operations.push({ do: "write", node, bytes: copy });
        return copy.length;
      },
      read: async (into, position) => this.#content(node).copy(into, 0, position),
      sizeBytes: async () => this.#content(node).length,
      truncate: async (sizeBytes) => {
        this.#contents.set(node, this.#content(node).subarray(0, sizeBytes));
        this.operations.push({ do: "truncate", node, sizeBytes });
      },
      datasync: async () => void this.operations.push({ do: "datasync", node }),
      close: async () => undefined,
    };
  }

  #folder(path: string): void {
    this.#node(dirname(path));
  }

  #node(path: string): number {
    const node = this.#names.get(path);
    if (node === undefined) throw systemError("ENOENT", path);
    return node;
  }

  #content(node: number): Buffer {
    return this.#contents.get(node) ?? Buffer.alloc(0);
  }
}

function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: simulated, ${path}`), { code });
}
