import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** What must not be lost, as whoever wrote it knows. */
export class Ledger {
  /** Commits that somebody made. */
  readonly commits = new Set<string>();
  /** Blobs that were committed, integrated or salvaged. */
  readonly blobs = new Map<string, string>();
  /** By path on the target: what may stand there. */
  readonly onTarget = new Map<string, Set<string>>();
  /** By worktree, then by path: what was written last. */
  readonly #current = new Map<string, Map<string, string>>();

  wrote(worktree: string, path: string, content: string): void {
    const files = this.#current.get(worktree) ?? new Map<string, string>();
    this.#current.set(worktree, files.set(path, content));
  }

  /** All that a worktree holds is kept by a ref from now on. */
  kept(worktree: string): void {
    for (const [path, content] of this.#current.get(worktree) ?? []) this.blobs.set(blobOf(content), path);
  }

  /** It went to the target; `surely`, or perhaps, where the worker was killed. */
  integrated(worktree: string, surely: boolean): void {
    for (const [path, content] of this.#current.get(worktree) ?? []) {
      const before = surely ? [] : (this.onTarget.get(path) ?? [ABSENT]);
      this.onTarget.set(path, new Set([...before, content]));
    }
  }

  /** After others' changes may have been merged into the files. */
  async readAgain(worktree: string): Promise<void> {
    for (const [path, content] of this.#current.get(worktree) ?? []) {
      const now = await readFile(join(worktree, path), "utf8").catch(() => content);
      this.wrote(worktree, path, now);
    }
  }

  /** The worktree is gone; it may come back elsewhere. */
  moved(from: string, to: string): void {
    const files = this.#current.get(from);
    this.#current.delete(from);
    if (files) this.#current.set(to, files);
  }

  /** Last contents that neither the disk nor, by `hasBlob`, the repository has. */
  async lost(hasBlob: (blob: string) => boolean): Promise<string[]> {
    const lost = [...this.blobs].filter(([blob]) => !hasBlob(blob)).map(([, path]) => `kept ${path}`);
    for (const [worktree, files] of this.#current) {
      for (const [path, content] of files) {
        const onDisk = await readFile(join(worktree, path), "utf8").catch(() => undefined);
        if (onDisk !== content && !hasBlob(blobOf(content))) lost.push(`${worktree} ${path}`);
      }
    }
    return lost;
  }
}

/** Stands for a file that is not there. */
export const ABSENT = "";

function blobOf(content: string): string {
  const bytes = Buffer.from(content);
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
