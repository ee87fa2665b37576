import { constants } from "node:fs";
import { chmod, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The private files of one run: a folder only this user can enter, with files only this user can read. They carry what
 * must not stand in argv, which every user of the machine can see.
 */
export class RunFiles implements AsyncDisposable {
  readonly #dir: string;

  private constructor(dir: string) {
    this.#dir = dir;
  }

  /** @param prefix what its name begins with */
  static async create(prefix: string, parent = tmpdir()): Promise<RunFiles> {
    const dir = await mkdtemp(join(parent, prefix));
    // mkdtemp makes it 0700 already, unless a umask or an ACL of the parent says otherwise.
    await chmod(dir, 0o700);
    return new RunFiles(dir);
  }

  /** Writes a new file and answers its path. */
  writeJson(name: string, value: unknown): Promise<string> {
    return this.write(name, JSON.stringify(value));
  }

  /** Writes a new file and answers its path. */
  async write(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(this.#dir, name);
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    await using file = await open(path, flags, 0o600);
    await file.chmod(0o600);
    await file.writeFile(content);
    return path;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#dir, { recursive: true, force: true });
  }
}
