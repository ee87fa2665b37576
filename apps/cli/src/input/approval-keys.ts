import type { RuleChoice } from "@nucleic/policy";
import type { ApprovalRequest, Decision, DecisionKind } from "@nucleic/protocol";
import type { Key } from "./keys.ts";

/** How the card stands: waiting for one key, showing what the keys mean, offering rules, or taking a message. */
export type CardMode =
  | { readonly kind: "choose" }
  | { readonly kind: "help" }
  | RulesMode
  | { readonly kind: "message"; readonly text: string };

/** The rules that can be made of a request, one for each digit, and for how long. */
export interface RulesMode {
  readonly kind: "rules";
  readonly choices: readonly RuleChoice[];
  readonly scope: "session" | "project";
}

export const choosing: CardMode = { kind: "choose" };

/** What a key does: another mode, a decision, or the whole body printed above. */
export type CardStep =
  | { readonly kind: "mode"; readonly mode: CardMode }
  | { readonly kind: "decide"; readonly decision: Decision }
  | { readonly kind: "printBody" };

/** The keys of a card, and the option each one needs. */
export const cardKeys: readonly {
  readonly key: string;
  readonly label: string;
  readonly needs?: DecisionKind;
}[] = [
  { key: "y", label: "allow", needs: "allow" },
  { key: "a", label: "always for this session", needs: "allowAlways" },
  { key: "r", label: "choose a rule", needs: "allowAlways" },
  { key: "n", label: "deny", needs: "deny" },
  { key: "e", label: "deny with a message", needs: "deny" },
  { key: "c", label: "cancel the run", needs: "cancelRun" },
  { key: "v", label: "view all of it" },
  { key: "?", label: "help" },
];

/** The keys that this request offers. */
export function offeredKeys(request: ApprovalRequest): typeof cardKeys {
  return cardKeys.filter((entry) => !entry.needs || request.options.includes(entry.needs));
}

/** What one key does to the card. A key that is not offered does nothing; Enter never allows. */
export function approvalKey(
  mode: CardMode,
  key: Key,
  request: ApprovalRequest,
  choices: () => readonly RuleChoice[],
): CardStep {
  if (mode.kind === "message") return messageKey(mode.text, key);
  if (mode.kind === "rules") return rulesKey(mode, key);
  if (key.kind !== "char") return { kind: "mode", mode: key.kind === "escape" ? choosing : mode };
  const offered = offeredKeys(request).some((entry) => entry.key === key.char);
  if (offered && key.char === "r")
    return { kind: "mode", mode: { kind: "rules", choices: choices().slice(0, 9), scope: "session" } };
  return (offered ? steps[key.char] : undefined) ?? { kind: "mode", mode };
}

/** A digit makes its rule, `p` says for how long; escape makes none. */
function rulesKey(mode: RulesMode, key: Key): CardStep {
  if (key.kind === "escape") return { kind: "mode", mode: choosing };
  if (key.kind !== "char") return { kind: "mode", mode };
  if (key.char === "p")
    return { kind: "mode", mode: { ...mode, scope: mode.scope === "session" ? "project" : "session" } };
  const choice = /^[1-9]$/.test(key.char) ? mode.choices[Number(key.char) - 1] : undefined;
  if (choice === undefined) return { kind: "mode", mode };
  const { pattern } = choice;
  return {
    kind: "decide",
    decision: { kind: "allowAlways", scope: mode.scope, ...(pattern !== undefined && { pattern }) },
  };
}

const steps: Readonly<Record<string, CardStep>> = {
  y: { kind: "decide", decision: { kind: "allow" } },
  a: { kind: "decide", decision: { kind: "allowAlways", scope: "session" } },
  n: { kind: "decide", decision: { kind: "deny" } },
  e: { kind: "mode", mode: { kind: "message", text: "" } },
  c: { kind: "decide", decision: { kind: "cancelRun" } },
  v: { kind: "printBody" },
  "?": { kind: "mode", mode: { kind: "help" } },
};

function messageKey(text: string, key: Key): CardStep {
  switch (key.kind) {
    case "char":
      return { kind: "mode", mode: { kind: "message", text: text + key.char } };
    case "backspace":
      return { kind: "mode", mode: { kind: "message", text: dropLast(text) } };
    case "enter": {
      const message = text.trim();
      return { kind: "decide", decision: { kind: "deny", ...(message && { message }) } };
    }
    case "escape":
      return { kind: "mode", mode: choosing };
    default:
      return { kind: "mode", mode: { kind: "message", text } };
  }
}

/** A text without its last character, as a person counts characters. */
export function dropLast(text: string): string {
  const segments = [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)];
  return segments
    .slice(0, -1)
    .map((one) => one.segment)
    .join("");
}
