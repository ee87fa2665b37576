import type { PolicyRule, PolicySource } from "@nucleic/policy";
import { safeLine } from "../view/sanitize.ts";

/** A rule in one line: what becomes of it, of what, and why. */
export function ruleLine({ effect, why, ...conditions }: PolicyRule): string {
  const told = Object.entries(conditions).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${[value].flat().join(", ")}`],
  );
  const reason = why === undefined ? "" : `  # ${why}`;
  return safeLine(`${effect.padEnd(5)} ${told.join("; ") || "everything"}${reason}`);
}

/** Where rules come from, and each of them. */
export function sourceLines({ name, policy }: PolicySource): string[] {
  return [safeLine(name), ...policy.rules.map((rule) => `  ${ruleLine(rule)}`)];
}
