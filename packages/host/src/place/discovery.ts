import { constants } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { isAlive, type ProcessIdentity } from "@nucleic/process";
import { HostRefusal } from "../refusal.ts";
import { discoveryPath } from "./paths.ts";

/** Where a host listens, and what opens it. */
export interface FoundHost extends ProcessIdentity {
  /** `http://127.0.0.1:4321` */
  readonly url: string;
  /** Opens everything: never shown, never logged, never part of an address. */
  readonly token: string;
  readonly version: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

const ownerOnly = 0o600;
const maxBytes = 16 * 1024;

/** Writes where the host is, for this user alone, in one step. */
export async function publishHost(dataDir: string, host: FoundHost): Promise<void> {
  const path = discoveryPath(dataDir);
  const temporary = `${path}.${host.pid}.tmp`;
  await rm(temporary, { force: true });
  const file = await open(temporary, "wx", ownerOnly);
  try {
    await file.writeFile(JSON.stringify(host));
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

/** Takes away what this host published; what another one has published since stays. */
export async function withdrawHost(dataDir: string, token: string): Promise<void> {
  const found = await readHost(dataDir).catch(() => undefined);
  if (found?.token === token) await rm(discoveryPath(dataDir), { force: true });
}

/**
 * The host of a data directory, where one is alive. What a killed one left, or anything else that is no host, is none.
 * @throws HostRefusal `notOwn` where others could have written there, or read the token
 */
export async function findHost(dataDir: string): Promise<FoundHost | undefined> {
  const found = await readHost(dataDir);
  return found && (await isAlive(found)) ? found : undefined;
}

async function readHost(dataDir: string): Promise<FoundHost | undefined> {
  const path = discoveryPath(dataDir);
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const { mode, uid, size } = await file.stat();
    if (!isOwn(mode, uid))
      throw new HostRefusal("notOwn", `${path} belongs to somebody else, or others can read it`, {
        hint: "Remove it, and start the host again.",
      });
    return size > maxBytes ? undefined : parse(await file.readFile("utf8"));
  } finally {
    await file.close();
  }
}

/** Windows has no modes; its profile folders are for their user alone. */
function isOwn(mode: number, uid: number): boolean {
  if (process.platform === "win32") return true;
  return (mode & 0o077) === 0 && uid === process.getuid?.();
}

function parse(text: string): FoundHost | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFound(value) ? value : undefined;
  } catch {
    // Cut off by a full disk, say: there is no host in it.
    return undefined;
  }
}

function isFound(value: unknown): value is FoundHost {
  if (typeof value !== "object" || value === null) return false;
  const fields: { readonly [Field in keyof FoundHost]?: unknown } = value;
  const texts = [fields.url, fields.token, fields.version, fields.startTime, fields.bootId];
  return (
    typeof fields.pid === "number" &&
    texts.every((text) => typeof text === "string") &&
    /^http:\/\/127\.0\.0\.1:\d+$/.test(String(fields.url))
  );
}
