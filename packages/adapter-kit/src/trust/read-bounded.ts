import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** A configuration file larger than this is shown as unreadable rather than read. */
export const MAX_FILE_BYTES = 1024 * 1024;

/** What became of a file: its bytes, nothing there, or why it could not be read. */
export type BoundedRead =
  | { readonly status: "ok"; readonly bytes: Buffer }
  | { readonly status: "absent" }
  | { readonly status: "unreadable"; readonly reason: string };

/**
 * Reads a regular file of at most {@link MAX_FILE_BYTES}. A FIFO or device in its place neither blocks nor is read: the
 * repository decides what stands there.
 */
export async function readBounded(path: string): Promise<BoundedRead> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await file.stat();
    if (!stat.isFile()) return { status: "unreadable", reason: "not a regular file" };
    // One byte more than allowed, so that a file that grows meanwhile is noticed.
    const buffer = Buffer.alloc(Math.min(stat.size, MAX_FILE_BYTES) + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length);
      if (bytesRead === 0) break;
      length += bytesRead;
      if (length === buffer.length) return { status: "unreadable", reason: "larger than 1 MiB" };
    }
    return { status: "ok", bytes: buffer.subarray(0, length) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
    if (code === "ENOENT" || code === "ENOTDIR") return { status: "absent" };
    return { status: "unreadable", reason: code };
  }
}
