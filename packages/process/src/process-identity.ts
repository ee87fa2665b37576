import { readFile } from "node:fs/promises";
import { execa } from "execa";
import { processTable } from "./process-table.ts";

/** Names one process for ever: a pid alone is given away again. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque. */
  readonly startTime: string;
  /** Opaque; another one after each boot of the machine. */
  readonly bootId: string;
}

/** The identity of a live process; `undefined` where there is none with that pid. */
export async function processIdentity(pid: number): Promise<ProcessIdentity | undefined> {
  const row = await processTable.look(pid);
  return row && { pid, startTime: row.startTime, bootId: await bootId() };
}

/** Whether that very process still runs. */
export async function isAlive({ pid, startTime, bootId: boot }: ProcessIdentity): Promise<boolean> {
  return boot === (await bootId()) && (await processTable.look(pid))?.startTime === startTime;
}

let known: Promise<string> | undefined;

function bootId(): Promise<string> {
  known ??= readBootId();
  return known;
}

async function readBootId(): Promise<string> {
  if (process.platform === "linux") return (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
  const { stdout } = await execa("/usr/sbin/sysctl", ["-n", "kern.bootsessionuuid"], { reject: false });
  return stdout ?? "";
}
