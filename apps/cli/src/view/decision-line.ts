import type { DecidedBy, Decision } from "@nucleic/protocol";
import { safeLine } from "./sanitize.ts";
import type { Frame } from "./style.ts";
import { truncate } from "./wrap.ts";

const verbs: Record<Decision["kind"], string> = {
  allow: "allowed",
  allowAlways: "allowed, always",
  deny: "denied",
  cancelRun: "denied, turn cancelled",
};

const deciders: Record<DecidedBy["by"], string> = {
  person: "by you",
  rule: "by a rule",
  policy: "by the policy",
  expired: "nobody answered in time",
  abandoned: "the agent or its host went away",
  withdrawn: "the agent no longer asks",
  noAnswerer: "there was nobody to ask",
};

/** What became of an approval, in a line: who decided, and what the agent was told. */
export function decisionLine(decision: Decision, by: DecidedBy, frame: Frame): string {
  const allowed = decision.kind === "allow" || decision.kind === "allowAlways";
  const scope = decision.kind === "allowAlways" ? ` for this ${decision.scope}` : "";
  const message = "message" in decision && decision.message ? `: ${decision.message}` : "";
  const text = `${verbs[decision.kind]}${scope}, ${deciders[by.by]}${message}`;
  const line = truncate(safeLine(`  ${allowed ? "✓" : "✗"} ${text}`), frame.width);
  if (!allowed) return frame.style.red(line);
  return by.by === "person" ? frame.style.green(line) : frame.style.dim(line);
}
