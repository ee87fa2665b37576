import { oneLine } from "@nucleic/adapter-kit";
import type { ProjectConfigItem } from "@nucleic/protocol";

/**
 * What an item does to our being asked, once its file is loaded:
 * `none` nothing; `rule` allows what matches `rule`; `any` can allow anything, in ways no rule mirrors;
 * `answers` can answer a permission request in our stead; `narrows` makes the CLI ask more.
 */
export type Widening = "none" | "rule" | "any" | "answers" | "narrows";

/** One thing that a configuration file of Claude Code would run or widen. */
export interface Finding extends ProjectConfigItem {
  readonly widens: Widening;
  /** With `rule`: the permission rule, verbatim. */
  readonly rule?: string;
}

/** Builds a finding with a text fit to show. */
export function finding(
  file: string,
  kind: Finding["kind"],
  text: string,
  widens: Widening = "none",
  rule?: string,
): Finding {
  return { file, kind, text: oneLine(text), widens, ...(rule !== undefined && { rule }) };
}
