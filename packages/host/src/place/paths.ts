import { join } from "node:path";

/** Held by the process that is the host of a data directory. */
export function lockPath(dataDir: string): string {
  return join(dataDir, "host.lock");
}

/** Where clients on this machine find the host, and its token: for this user alone. */
export function discoveryPath(dataDir: string): string {
  return join(dataDir, "host.json");
}

/** What the host notes of what it does. */
export function logPath(dataDir: string): string {
  return join(dataDir, "logs", "host.jsonl");
}
