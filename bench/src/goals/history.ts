import { join } from "node:path";
import { interleave } from "../interleave.ts";
import { writeLog } from "../log.ts";
import { atMost, faster, type Row, slower } from "../rows.ts";
import { mode, type Setting } from "../setting.ts";

/** Goal 9. Everything is in the page cache, for all alike. No index is kept on disk: there is none to rebuild. */
export async function history({ dir, rounds }: Setting): Promise<Row[]> {
  const count = 2_000_000;
  const path = join(dir, "transcript.jsonl");
  const files = await writeLog(path, count);
  const args = (which: string) => [mode("history"), which, path, String(count), ...files];
  const modes = { last: args("last"), tail: args("tail"), seek: args("seek"), scan: args("scan") };
  const { last, tail, seek, scan } = await interleave(modes, rounds);
  if (!last || !tail || !seek || !scan) return [];
  return [
    slower("9 the last 200 of 2 M records, ÷ `tail -n 200` and parsing them", last, tail, 0.5),
    faster("9 the same: a scan of all ÷ it", scan, last, 300),
    faster("9 the same by seq: a scan of all ÷ it", scan, seek, 100),
    ...(await opening(rounds)),
  ].flat();
}

/** Not among the goals: what a checkpoint spares whoever opens a session. */
async function opening(rounds: number): Promise<Row[]> {
  const args = (which: string) => [mode("open-session"), "50000", which];
  const { checkpoint, whole } = await interleave(
    { checkpoint: args("checkpoint"), whole: args("whole") },
    Math.min(rounds, 3),
  );
  if (!checkpoint || !whole) return [];
  return [
    atMost(
      "9 opening a session of 50 k records from its checkpoint, CPU ÷ from its beginning",
      checkpoint.cpuMs / whole.cpuMs,
      0.1,
      [checkpoint, whole],
    ),
  ];
}
