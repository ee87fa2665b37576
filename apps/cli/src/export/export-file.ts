import { type FileHandle, link, open, rename, rm, stat } from "node:fs/promises";
import { CliError } from "../cli-error.ts";

/**
 * A file that is there once it is whole, and not before: what is written stands beside it under another name, readable by
 * nobody else. Disposing of it takes away what was not finished.
 */
export class ExportFile implements AsyncDisposable {
  readonly #path: string;
  readonly #partPath: string;
  readonly #isForced: boolean;
  readonly #handle: FileHandle;

  private constructor(path: string, partPath: string, isForced: boolean, handle: FileHandle) {
    this.#path = path;
    this.#partPath = partPath;
    this.#isForced = isForced;
    this.#handle = handle;
  }

  /** @throws CliError `fileExists` unless it may be replaced; what opening a file throws */
  static async create(path: string, id: string, isForced: boolean): Promise<ExportFile> {
    if (!isForced && (await stat(path).catch(() => undefined))) throw exists(path);
    const partPath = `${path}.${id}.part`;
    return new ExportFile(path, partPath, isForced, await open(partPath, "wx", 0o600));
  }

  async write(text: string): Promise<void> {
    await this.#handle.writeFile(text);
  }

  /** It is whole: it gets its name. @throws CliError `fileExists` where somebody else has made it meanwhile */
  async finish(): Promise<void> {
    await this.#handle.sync();
    if (this.#isForced) return rename(this.#partPath, this.#path);
    try {
      // Unlike a rename it replaces nothing.
      await link(this.#partPath, this.#path);
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === "EEXIST" ? exists(this.#path) : error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
    await rm(this.#partPath, { force: true });
  }
}

function exists(path: string): CliError {
  return new CliError("fileExists", `${path} is there already`, "--force replaces it");
}
