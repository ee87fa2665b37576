import { createReadStream, createWriteStream } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { LabError } from "../lab-error.ts";
import type { NativeProgram } from "./known-clis.ts";

/** Where the native program of this system is, in an installed folder. */
export const nativePath = (native: NativeProgram, folder: string): string =>
  join(folder, native.path(process.platform, process.arch));

/**
 * Makes the program ready to run, as the package's own install script would.
 *
 * @throws LabError `installFailed` where the package has none for this system
 */
export async function unpackNative(native: NativeProgram, folder: string): Promise<void> {
  const path = nativePath(native, folder);
  const packed = `${path}.br`;
  try {
    if (native.compressed) {
      await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(path));
      await rm(packed);
    }
    await chmod(path, 0o755);
  } catch (cause) {
    throw new LabError("installFailed", `there is no program at ${path}`, {
      cause,
      hint: `the package may not be made for ${process.platform} on ${process.arch}`,
    });
  }
}
