import type { ProcessIdentity } from "./process-identity.ts";

/** What stands in the file of a run. */
export interface RunRecord {
  readonly runId: string;
  readonly owner: ProcessIdentity;
  readonly meta: Readonly<Record<string, string>>;
}

/** Reads a record, or answers why it is none. `runId` is what the file's name says. */
export function parseRunRecord(text: string, runId: string): RunRecord | { reason: string } {
  const value = parseJson(text);
  if (!isObject(value)) return { reason: "not a JSON object" };
  const { owner, meta } = value;
  if (value.runId !== runId) return { reason: "the run id is not the one of the file's name" };
  if (!isOwner(owner)) return { reason: "no owner with pid, start time and boot id" };
  if (!isObject(meta)) return { reason: "no meta" };
  const entries = Object.entries(meta).map(([name, entry]) => [name, String(entry)] as const);
  return {
    runId,
    owner: { pid: owner.pid, startTime: owner.startTime, bootId: owner.bootId },
    meta: Object.fromEntries(entries),
  };
}

function isOwner(value: unknown): value is ProcessIdentity {
  return (
    isObject(value) &&
    Number.isInteger(value.pid) &&
    typeof value.startTime === "string" &&
    typeof value.bootId === "string"
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
