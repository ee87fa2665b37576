import { randomBytes } from "node:crypto";
import { constants, type FileHandle, open } from "node:fs/promises";
import { CliError } from "../cli-error.ts";

const maxBytes = 256;

/**
 * The token that a file holds, for a host that takes the same one in its next life. Made where there is no such file.
 * @throws CliError `badTokenFile` where others could read it, or it holds no token of 256 bits
 */
export async function tokenIn(path: string): Promise<string> {
  const made = await make(path);
  return made ?? (await read(path));
}

async function make(path: string): Promise<string | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw new CliError("badTokenFile", `${path} cannot be made: ${String(error)}`);
  }
  await using _ = file;
  const token = randomBytes(32).toString("base64url");
  await file.writeFile(`${token}\n`);
  await file.sync();
  return token;
}

async function read(path: string): Promise<string> {
  await using file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  const { mode, uid, size } = await file.stat();
  // Windows has no modes; its profile folders are for their user alone.
  if (process.platform !== "win32" && ((mode & 0o077) !== 0 || uid !== process.getuid?.()))
    throw new CliError("badTokenFile", `others can read ${path}`, `chmod 600 ${path}, and a new token in it`);
  const token = size > maxBytes ? "" : (await file.readFile("utf8")).trim();
  if (!/^[\w-]{43,128}$/.test(token))
    throw new CliError("badTokenFile", `${path} holds no token`, "remove it, and a new one is made");
  return token;
}
