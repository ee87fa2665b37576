import { randomUUID } from "node:crypto";
import { readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { isAlive, type ProcessIdentity, processIdentity } from "@nucleic/process";

/** Who holds a lock, as written into its file. */
export interface LockOwner extends ProcessIdentity {
  /** Where that pid means something: the machine and, on Linux, the pid namespace. */
  readonly place: string;
  /** Unique to one holding. */
  readonly token: string;
}

/** This process as an owner. */
export async function newOwner(): Promise<LockOwner> {
  const identity = await processIdentity(process.pid);
  if (identity === undefined) throw new Error("this process is not in the process table");
  return { ...identity, place: await currentPlace(), token: randomUUID() };
}

/**
 * Whether an owner is known to be dead. One of another machine or container cannot be judged from here and counts as
 * alive.
 */
export async function isKnownDead(owner: LockOwner): Promise<boolean> {
  return owner.place === (await currentPlace()) && !(await isAlive(owner));
}

/** Reads an owner; `undefined` for what is none. Never trusts the shape, since agents can write there. */
export function parseOwner(text: string): LockOwner | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isOwner(value) ? value : undefined;
  } catch {
    // Not JSON: not written by this package.
    return undefined;
  }
}

function isOwner(value: unknown): value is LockOwner {
  if (typeof value !== "object" || value === null) return false;
  const fields: { readonly [Field in keyof LockOwner]?: unknown } = value;
  return (
    typeof fields.pid === "number" &&
    [fields.startTime, fields.bootId, fields.place].every((field) => typeof field === "string") &&
    typeof fields.token === "string" &&
    /^[0-9a-f-]{36}$/.test(fields.token)
  );
}

async function currentPlace(): Promise<string> {
  const namespace = await readlink("/proc/self/ns/pid").catch(() => "");
  return `${hostname()} ${namespace}`;
}
