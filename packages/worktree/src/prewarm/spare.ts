import { randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ifMissing } from "../file-error.ts";

/**
 * A checkout that stands ready for a session to come, at a detached HEAD. It belongs to nobody. What is known of it is
 * written beside it once it is whole; without that record it is not handed out.
 */
export interface Spare {
  readonly path: string;
  readonly commonDir: string;
  /** The commit it stands at. */
  readonly commit: string;
  /** Of all that git keeps of it and that decides what is in it; see `sealOf`. */
  readonly seal: string;
  /** What its files take on the disk. */
  readonly bytes: number;
}

const RECORD = ".";
const NAME = /^spare-[0-9a-f]{8}$/;

/** A path for a new one. */
export function newSparePath(baseDir: string): string {
  return join(baseDir, `spare-${randomUUID().slice(0, 8)}`);
}

/** Whether a path in the base directory is that of a spare, made or being made. */
export function isSparePath(baseDir: string, path: string): boolean {
  return dirname(path) === baseDir && NAME.test(basename(path));
}

/** Its stand-in for a session's id. */
export function spareId(path: string): string {
  return basename(path);
}

/** From here on it may be handed out. */
export async function writeSpare({ path, ...rest }: Spare): Promise<void> {
  // In one step: a half-written record would be none, and the spare lost for it.
  const draft = `${recordPath(path)}.draft`;
  await writeFile(draft, JSON.stringify(rest), { mode: 0o600 });
  await rename(draft, recordPath(path));
}

/** From here on it is not handed out any more. */
export async function forgetSpare(path: string): Promise<void> {
  await rm(recordPath(path), { force: true });
}

/** What is recorded of the one at that path. Never trusts the shape. */
export async function readSpare(path: string): Promise<Spare | undefined> {
  const text = await readFile(recordPath(path), "utf8").catch(ifMissing);
  if (text === undefined) return undefined;
  try {
    const { commonDir, commit, seal, bytes }: Record<string, unknown> = JSON.parse(text);
    if (typeof commonDir !== "string" || typeof commit !== "string") return undefined;
    if (typeof seal !== "string" || typeof bytes !== "number") return undefined;
    return { path, commonDir, commit, seal, bytes };
  } catch {
    // Not JSON: not written by this package.
    return undefined;
  }
}

/** Those of one repository that are recorded in a base directory. */
export async function listSpares(baseDir: string, commonDir: string): Promise<Spare[]> {
  const names = await readdir(baseDir);
  const recorded = names.filter((name) => name.startsWith(RECORD) && NAME.test(name.slice(RECORD.length)));
  const paths = recorded.map((name) => join(baseDir, name.slice(RECORD.length)));
  const spares = await Promise.all(paths.map(readSpare));
  return spares.filter((spare) => spare?.commonDir === commonDir) as Spare[];
}

function recordPath(path: string): string {
  return join(dirname(path), RECORD + basename(path));
}
