import { createHash, randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WorktreeError } from "./error.ts";
import { ifMissing } from "./file-error.ts";
import { type LockOptions, withLock } from "./lock.ts";
import type { Repository } from "./repository.ts";
import { refuseUntrustedPrograms, TRANSPORT_PROGRAMS } from "./trusted-config.ts";

/** What to fetch. */
export interface FetchOptions extends LockOptions {
  readonly repository: Repository;
  /** A configured remote. Default: `origin`. */
  readonly remote?: string;
}

/**
 * Fetches a remote, one at a time for each repository and all processes of this machine: git's own fetches get into each
 * other's way (half of 30 failed, git 2.39). Who asks while one is under way hears what came of that one. No submodule is
 * fetched, nothing is pruned, no branch that is checked out moves.
 *
 * @throws WorktreeError `unknownRemote`, `untrustedConfig`, `gitFailed`, `aborted`, `timedOut`
 */
export async function fetchRemote(options: FetchOptions): Promise<void> {
  const { repository, remote = "origin", signal } = options;
  const { git, commonDir } = repository;
  await requireRemote(repository, remote, signal);
  await refuseUntrustedPrograms(git, repository.options.allowProgram, signal, TRANSPORT_PROGRAMS);
  const name = createHash("sha256").update(remote).digest("hex").slice(0, 16);
  const stamp = join(commonDir, "nucleic", `fetched-${name}.json`);
  const before = await readStamp(stamp);
  await withLock(join(commonDir, "nucleic", "fetch.lock"), options, async () => {
    const now = await readStamp(stamp);
    if (now !== undefined && now.token !== before?.token) return hear(now, remote);
    const args = ["fetch", "--quiet", "--no-recurse-submodules", "--no-auto-maintenance", "--", remote];
    const { code, stderr } = await git.run(args, { accept: ANY_EXIT, ...(signal && { signal }) });
    const made = { token: randomUUID(), ...(code === 0 ? {} : { failure: stderr.trim() }) };
    await writeStamp(stamp, made);
    hear(made, remote);
  });
}

const ANY_EXIT = Array.from({ length: 256 }, (_, code) => code);

/** How the last fetch of a remote ended. */
interface Stamp {
  readonly token: string;
  readonly failure?: string;
}

function hear({ failure }: Stamp, remote: string): void {
  if (failure === undefined) return;
  throw new WorktreeError("gitFailed", `${remote} could not be fetched: ${failure}`);
}

async function readStamp(path: string): Promise<Stamp | undefined> {
  const text = await readFile(path, "utf8").catch(ifMissing);
  try {
    const { token, failure }: { token?: unknown; failure?: unknown } = JSON.parse(text ?? "{}");
    if (typeof token !== "string") return undefined;
    return { token, ...(typeof failure === "string" ? { failure } : {}) };
  } catch {
    // Not written whole: as if nobody had fetched.
    return undefined;
  }
}

async function writeStamp(path: string, stamp: Stamp): Promise<void> {
  const draft = `${path}.${stamp.token}`;
  await writeFile(draft, JSON.stringify(stamp), { mode: 0o600 });
  await rename(draft, path);
}

/** @throws WorktreeError `unknownRemote`: only what is configured may be fetched, never a path or an address. */
export async function requireRemote(
  { git }: Repository,
  remote: string,
  signal?: AbortSignal,
): Promise<void> {
  const remotes = (await git.text(["remote"], signal && { signal })).split("\n");
  if (remotes.includes(remote)) return;
  throw new WorktreeError("unknownRemote", `the repository has no remote named ${remote}`, {
    hint: `Add it: git remote add ${remote} <address>`,
  });
}
