import { interleave } from "../interleave.ts";
import { type Row, slower } from "../rows.ts";
import { mode, type Setting } from "../setting.ts";

/** Goal 11. */
export async function starting({ rounds, peers }: Setting): Promise<Row[]> {
  const trivial = await interleave({ ours: [mode("spawn"), "ours"], raw: [mode("spawn"), "raw"] }, rounds);
  const start = (which: string) => [mode("agent-start"), which];
  const claude = await interleave(
    { first: start("first"), again: start("again"), raw: start("raw") },
    rounds,
  );
  const rows = [
    slower("11 spawn of a trivial program to its first line, ÷ raw spawn", trivial.ours, trivial.raw, 1.1),
    slower("11 Claude Code 2.1.332 to its init, ÷ raw spawn", claude.again, claude.raw, 1.1),
    slower("11 the same, the first in a process: its version is asked", claude.first, claude.raw, 1.1),
  ];
  if (!peers) return rows.flat();
  const imports = {
    runtime: [mode("import"), "@nucleic/runtime"],
    open: [mode("open")],
    sdk: [mode("import"), peers.claudeSdk],
  };
  const loading = await interleave(imports, rounds);
  return [
    ...rows,
    slower("11 importing the runtime, ÷ the Claude Agent SDK", loading.runtime, loading.sdk, 0.3),
    slower("11 importing it and opening a new data directory, ÷ that import", loading.open, loading.sdk, 1),
  ].flat();
}
