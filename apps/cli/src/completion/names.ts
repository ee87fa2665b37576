import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { findHost } from "@nucleic/host";
import { HostClient, webSocketTo } from "@nucleic/sync/client";
import type { Context } from "../context.ts";
import { dataDir } from "../data-dir.ts";
import { shortIds } from "../session/short-id.ts";

/** Whoever has pressed Tab does not wait longer. */
const patienceMs = 1_000;

/**
 * Session ids, or where projects are, for a shell that completes: from the host that runs, in a moment or not at all. None is
 * started for it. Without one the ids are those of the folders that sessions have.
 */
export async function namesFor(context: Context, what: "sessions" | "projects"): Promise<readonly string[]> {
  const dir = dataDir(context.env);
  const host = await findHost(dir);
  if (host === undefined) return what === "sessions" ? idsOnDisk(dir) : [];
  const { clock, version, signals } = context;
  await using client = new HostClient({
    name: "cli",
    version,
    clock,
    maxAttempts: 1,
    connect: webSocketTo(host),
  });
  const asked = what === "sessions" ? sessionsOf(client) : projectsOf(client);
  const stop = new AbortController();
  const signal = AbortSignal.any([signals.ending, stop.signal]);
  try {
    const late = clock.sleep(patienceMs, signal).then(() => []);
    late.catch(() => undefined);
    return await Promise.race([asked.catch(() => []), late]);
  } finally {
    stop.abort();
  }
}

async function sessionsOf(client: HostClient): Promise<readonly string[]> {
  const { sessions } = await client.board();
  const ids = sessions.filter(({ status }) => status !== "archived").map(({ id }) => id);
  return ids.map(shortIds(ids));
}

async function projectsOf(client: HostClient): Promise<readonly string[]> {
  return (await client.query("projects", {})).map(({ rootPath }) => rootPath);
}

async function idsOnDisk(dir: string): Promise<readonly string[]> {
  const ids = await readdir(join(dir, "sessions")).catch(() => []);
  return ids.map(shortIds(ids));
}
