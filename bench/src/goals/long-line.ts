import { interleave } from "../interleave.ts";
import { atMost, type Row } from "../rows.ts";
import { mode, type Setting } from "../setting.ts";

/** Goal 5. */
export async function longLine({ rounds }: Setting): Promise<Row[]> {
  const args = (which: string) => [mode("long-line"), which, "50"];
  const { ours, readline } = await interleave({ ours: args("ours"), readline: args("readline") }, rounds);
  if (!ours || !readline) return [];
  return [
    atMost("5 one line of 50 MiB, CPU ÷ readline's", ours.cpuMs / readline.cpuMs, 1.5, [ours, readline]),
    atMost("5 one line of 50 MiB, peak RSS ÷ the line", ours.peakRssMiB / 50, 5, [ours]),
  ];
}
