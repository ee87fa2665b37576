import type { Sample } from "./measure.ts";

/** One line of the results. */
export interface Row {
  readonly work: string;
  readonly ratio: number;
  readonly goal: string;
  readonly met: boolean;
  readonly detail: string;
}

export function atLeast(work: string, ratio: number, goal: number, samples: readonly Sample[]): Row {
  return { work, ratio, goal: `≥ ${goal}`, met: ratio >= goal, detail: detail(samples) };
}

export function atMost(work: string, ratio: number, goal: number, samples: readonly Sample[]): Row {
  return { work, ratio, goal: `≤ ${goal}`, met: ratio <= goal, detail: detail(samples) };
}

function detail(samples: readonly Sample[]): string {
  return samples.map((s) => `${Math.round(s.cpuMs)} ms CPU, ${Math.round(s.peakRssMiB)} MiB`).join(" / ");
}

export function render(rows: readonly Row[]): string {
  const lines = rows.map(
    (r) => `| ${r.work} | ${r.ratio.toFixed(2)} | ${r.goal} | ${r.met ? "yes" : "**no**"} | ${r.detail} |`,
  );
  return `| work | ratio | goal | met | medians |\n|---|---|---|---|---|\n${lines.join("\n")}\n`;
}

/** By wall time, with it in the row: what is started or loaded is waited for, on whatever it spends the time. */
export function slower(
  work: string,
  ours: Sample | undefined,
  peer: Sample | undefined,
  goal: number,
): Row[] {
  if (!ours || !peer) return [];
  const ratio = ours.wallMs / peer.wallMs;
  const times = [ours, peer].map((s) => `${s.wallMs.toFixed(1)} ms, ${s.cpuMs.toFixed(1)} ms CPU`);
  return [{ work, ratio, goal: `≤ ${goal}`, met: ratio <= goal, detail: times.join(" / ") }];
}

/** How many times faster, by wall time. */
export function faster(work: string, peer: Sample, ours: Sample, goal: number): Row[] {
  const ratio = peer.wallMs / ours.wallMs;
  const detail = `${peer.wallMs.toFixed(1)} ms / ${ours.wallMs.toFixed(1)} ms`;
  return [{ work, ratio, goal: `≥ ${goal}`, met: ratio >= goal, detail }];
}
