import type { Clock } from "@nucleic/protocol/core";
import { acquireLock, type Lock } from "@nucleic/worktree";
import { HostRefusal } from "../refusal.ts";
import { lockPath } from "./paths.ts";

const lockWaitMs = 250;

/** Makes this process the host of a data directory. @throws HostRefusal `hostRunning` */
export async function takeLock(dataDir: string, clock: Clock): Promise<Lock> {
  const signal = AbortSignal.timeout(lockWaitMs);
  try {
    return await acquireLock(lockPath(dataDir), { signal, clock });
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw new HostRefusal("hostRunning", `another process is the host of ${dataDir}`, {
      cause,
      hint: "Use that one: its address is in host.json beside the lock.",
    });
  }
}
