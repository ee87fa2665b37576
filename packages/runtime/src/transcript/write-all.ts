import type { LogFile } from "./files.ts";

/** Writes all of it, however short the single writes are. */
export async function writeAll(file: Pick<LogFile, "write">, bytes: Uint8Array): Promise<void> {
  let rest = bytes;
  while (rest.length > 0) {
    const written = await file.write(rest);
    if (written <= 0) throw new Error("the file takes no more bytes");
    rest = rest.subarray(written);
  }
}
