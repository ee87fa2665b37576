import { existsSync } from "node:fs";
import { procTable } from "./process-table-proc.ts";
import { psTable } from "./process-table-ps.ts";

/** A live process, as the system lists it. */
export interface TableRow {
  readonly pid: number;
  readonly parentPid: number;
  readonly sessionId: number;
  /** Opaque; together with the pid it names one process of one boot, however often the pid is given away again. */
  readonly startTime: string;
  /** Its environment holds the entry that was asked for. */
  readonly marked: boolean;
}

/** The system's processes. Zombies are not among them: they are dead, only not yet collected. */
export interface ProcessTable {
  /** All processes, marked where their environment holds `entry` (`NAME=value`). */
  list(entry: string): Promise<TableRow[]>;
  /** The same without waiting, where the system can. */
  listNow?(entry: string): TableRow[];
  /** One process as it is now; `undefined` where it is gone. */
  look(pid: number, entry?: string): Promise<TableRow | undefined>;
}

/** `/proc` where there is one, else the `ps` of macOS and the BSDs. */
export const processTable: ProcessTable = existsSync("/proc/self/environ") ? procTable : psTable;
