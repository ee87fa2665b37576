import type { Risk } from "@nucleic/protocol";

/** One thing that was noticed, and how grave it is. */
export interface Verdict {
  readonly risk: Risk;
  readonly reason: string;
}

const order: readonly Risk[] = ["read", "write", "execute", "network", "destructive", "unknown"];
const maxReasons = 6;

/** Whether a risk is graver than another. */
export function isGraver(risk: Risk, than: Risk): boolean {
  return order.indexOf(risk) > order.indexOf(than);
}

/** The gravest risk of all, and the reasons, the gravest first. Nothing noticed is nothing known. */
export function gravest(verdicts: readonly Verdict[]): { risk: Risk; riskReasons: readonly string[] } {
  const sorted = [...verdicts].sort((a, b) => order.indexOf(b.risk) - order.indexOf(a.risk));
  const risk = sorted[0]?.risk ?? "unknown";
  const reasons = [...new Set(sorted.map(({ reason }) => reason).filter(Boolean))];
  return { risk, riskReasons: reasons.slice(0, maxReasons) };
}
