import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { textOf, toBase64Url } from "../bytes.ts";
import type { KeyStore } from "../key-store.ts";
import { checkName, secretBytes, storeError } from "../key-store-names.ts";
import { NoiseError } from "../noise-error.ts";

const suffix = ".secret";
const maxFileBytes = 2 ** 16;
const groupAndWorld = 0o077;
/** Where the platform has no such flag (Windows), the folder's own protection is all there is. */
const noFollow = constants.O_NOFOLLOW ?? 0;

/**
 * Secrets as files of 0600 in a folder of 0700. Whatever others could read, and every symbolic link, is refused: a secret
 * that was exposed is no secret any more, and silently narrowing its mode would hide that.
 */
export class FileKeyStore implements KeyStore {
  readonly #folder: string;

  /** The folder is made when something is first written. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(name: string): Promise<string | undefined> {
    const file = this.#fileOf(name);
    try {
      await this.#checkFolder();
      const handle = await open(file, constants.O_RDONLY | noFollow);
      try {
        return await readSecret(handle, name);
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw refusal(error, `the secret ${name} cannot be read`);
    }
  }

  async write(name: string, secret: string): Promise<void> {
    const file = this.#fileOf(name);
    const bytes = secretBytes(secret);
    const draft = `${file}.${toBase64Url(crypto.getRandomValues(new Uint8Array(9)))}.draft`;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await this.#checkFolder();
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow;
      await using handle = await open(draft, flags, 0o600);
      // Whatever the umask took or left.
      await handle.chmod(0o600);
      await handle.writeFile(bytes);
      await handle.sync();
      await rename(draft, file);
      await this.#syncFolder();
    } catch (error) {
      await rm(draft, { force: true });
      throw refusal(error, `the secret ${name} cannot be kept`);
    }
  }

  async remove(name: string): Promise<void> {
    const file = this.#fileOf(name);
    try {
      await rm(file, { force: true });
      await this.#syncFolder();
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw refusal(error, `the secret ${name} cannot be removed`);
    }
  }

  async list(): Promise<readonly string[]> {
    try {
      const files = await readdir(this.#folder);
      return files.flatMap((file) => (file.endsWith(suffix) ? [file.slice(0, -suffix.length)] : [])).sort();
    } catch (error) {
      if (codeOf(error) === "ENOENT") return [];
      throw refusal(error, "the secrets cannot be listed");
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Nothing is held open.
  }

  #fileOf(name: string): string {
    return join(this.#folder, `${checkName(name)}${suffix}`);
  }

  async #checkFolder(): Promise<void> {
    const { mode, uid, isLink } = await lstat(this.#folder).then((stat) => ({
      mode: stat.mode,
      uid: stat.uid,
      isLink: !stat.isDirectory(),
    }));
    if (isLink || !isOurs(mode, uid)) throw exposed(this.#folder, "a folder of mode 0700");
  }

  /** A new name is durable with its folder. */
  async #syncFolder(): Promise<void> {
    if (process.platform === "win32") return;
    await using handle = await open(this.#folder, constants.O_RDONLY);
    await handle.sync();
  }
}

async function readSecret(handle: FileHandle, name: string): Promise<string> {
  const stat = await handle.stat();
  if (!stat.isFile() || !isOurs(stat.mode, stat.uid)) throw exposed(name, "a file of mode 0600");
  if (stat.size > maxFileBytes) throw new NoiseError("notStored", `the secret ${name} is too long to be one`);
  return textOf(await handle.readFile());
}

/** Windows knows neither modes nor owners of this kind. */
function isOurs(mode: number, uid: number): boolean {
  return process.getuid === undefined || ((mode & groupAndWorld) === 0 && uid === process.getuid());
}

function exposed(what: string, wanted: string): NoiseError {
  return new NoiseError("exposed", `${what} is not what a secret is kept in: ${wanted} of your own`, {
    hint: "If others may have read it, pair your devices again; then narrow its mode.",
  });
}

function refusal(error: unknown, message: string): NoiseError {
  // ELOOP is what O_NOFOLLOW says to a symbolic link.
  if (codeOf(error) === "ELOOP") return exposed("a symbolic link", "a file of mode 0600");
  return storeError(message, error);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
