import { chmod, lstat, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isAlive, type ProcessIdentity } from "@nucleic/process";
import type { Clock } from "@nucleic/protocol";
import { acquireLock } from "@nucleic/worktree";

/** Something that can be mended without a risk to what is stored. */
export interface Repair {
  /** What is wrong, and what is done about it: `make logs, for you alone`. */
  readonly what: string;
  mend(): Promise<void>;
}

/** Folders that every data directory has. */
const folders = ["", "logs", "sessions", "worktrees"] as const;
/** Folders whose files are secrets or records, one level down, as those of the data directory itself are. */
const guarded = ["", "keys", "logs"] as const;
const lockWaitMs = 250;

/** What is wrong with a data directory that can be mended as it lies there, in the order in which that works. */
export async function findRepairs(dataDir: string, clock: Clock): Promise<readonly Repair[]> {
  return [
    ...(await missingFolders(dataDir)),
    ...(process.platform === "win32" ? [] : await openModes(dataDir)),
    ...(await deadHost(dataDir, clock)),
  ];
}

async function missingFolders(dataDir: string): Promise<readonly Repair[]> {
  const missing: Repair[] = [];
  for (const name of folders) {
    const path = join(dataDir, name);
    if (await lstat(path).catch(ifMissing)) continue;
    missing.push({
      what: `make ${path}, for you alone`,
      mend: async () => void (await mkdir(path, { recursive: true, mode: 0o700 })),
    });
  }
  return missing;
}

/** What others may read or write of it. Links are left as they are: what they lead to is not ours. */
async function openModes(dataDir: string): Promise<readonly Repair[]> {
  const inside = await Promise.all(
    guarded.map(async (folder) => {
      const path = join(dataDir, folder);
      return (await readdir(path).catch(() => [])).map((name) => join(path, name));
    }),
  );
  const repairs: Repair[] = [];
  for (const path of [dataDir, ...inside.flat()]) {
    const found = await lstat(path).catch(ifMissing);
    if (found === undefined || found.uid !== process.getuid?.()) continue;
    if (!(found.isFile() || found.isDirectory()) || (found.mode & 0o077) === 0) continue;
    const mode = found.isDirectory() ? 0o700 : 0o600;
    const words = `${(found.mode & 0o777).toString(8)} to ${mode.toString(8)}`;
    repairs.push({ what: `close ${path} to others: ${words}`, mend: () => chmod(path, mode) });
  }
  return repairs;
}

/** A lock and an address that nobody alive stands behind. They are taken away by whoever holds the lock, and nobody else. */
async function deadHost(dataDir: string, clock: Clock): Promise<readonly Repair[]> {
  const lock = join(dataDir, "host.lock");
  const address = join(dataDir, "host.json");
  const owners = await Promise.all([ownerIn(lock), ownerIn(address)]);
  const found = owners.flatMap((owner) => (owner === undefined ? [] : [owner]));
  if (found.length === 0) return [];
  const alive = await Promise.all(found.map((owner) => isAlive(owner)));
  if (alive.includes(true)) return [];
  const pids = [...new Set(found.map(({ pid }) => pid))].join(", ");
  return [
    {
      what: `take away what a host that is dead has left (process ${pids}): its lock and its address`,
      async mend() {
        await using _held = await acquireLock(lock, { signal: AbortSignal.timeout(lockWaitMs), clock });
        await rm(address, { force: true });
      },
    },
  ];
}

async function ownerIn(path: string): Promise<ProcessIdentity | undefined> {
  const text = await readFile(path, "utf8").catch(ifMissing);
  if (text === undefined) return undefined;
  try {
    const { pid, startTime, bootId } = JSON.parse(text) as Partial<ProcessIdentity>;
    return Number.isInteger(pid) && typeof startTime === "string" && typeof bootId === "string"
      ? { pid: Number(pid), startTime, bootId }
      : undefined;
  } catch {
    // Cut off, or not ours: whoever takes the lock next judges it.
    return undefined;
  }
}

function ifMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
  throw error;
}
