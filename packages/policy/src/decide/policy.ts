import type { Risk, ToolName } from "@nucleic/protocol";
import type { McpToolPattern } from "./mcp-tools.ts";

/** What becomes of a request: it is allowed, a person is asked, or it is denied. */
export type PolicyEffect = "allow" | "ask" | "deny";

type OneOrMore<T> = T | readonly T[];

/** One rule of a policy. It holds where all of its conditions do. */
export interface PolicyRule {
  readonly effect: PolicyEffect;
  /** Of the protocol, or one of an MCP server: `mcp:server/tool`, `mcp:server/*`. */
  readonly tool?: OneOrMore<ToolName | McpToolPattern> | undefined;
  /** The backend's own name of the tool. */
  readonly nativeTool?: OneOrMore<string> | undefined;
  /** `git status *`: see `deriveRule` for allow. For ask and deny it is looked for in all that a command runs. */
  readonly command?: OneOrMore<string> | undefined;
  /** Files by their path from the working folder: `*` is any part of a name, `**` any folders. */
  readonly path?: OneOrMore<string> | undefined;
  readonly risk?: OneOrMore<Risk> | undefined;
  readonly backend?: OneOrMore<string> | undefined;
  /** Shown with the decision. */
  readonly why?: string | undefined;
}

/** What one file says. */
export interface Policy {
  readonly version: 1;
  /** What holds where no rule does: `auto`, the default, or `ask`: everything is asked. */
  readonly base?: "auto" | "ask" | undefined;
  readonly rules: readonly PolicyRule[];
}

/** A policy and where it came from, for the audit: `policy.json`, `auto`. */
export interface PolicySource {
  readonly name: string;
  readonly policy: Policy;
}

/** What holds without any file: reading and writing inside of the working folder is allowed, the rest is asked. */
export const autoPolicy: PolicySource = {
  name: "auto",
  policy: {
    version: 1,
    rules: [{ effect: "allow", risk: ["read", "write"], why: "reads or writes inside the working folder" }],
  },
};

/** Whether a condition holds; one that is not there does. */
export function isAmong<T>(wanted: OneOrMore<T> | undefined, given: T | undefined): boolean {
  return wanted === undefined || (given !== undefined && listOf(wanted).includes(given));
}

/** One or more as a list. */
export function listOf<T>(value: OneOrMore<T> | undefined): readonly T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}
