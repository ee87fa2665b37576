import type { Policy } from "../decide/policy.ts";
import { PolicyError } from "../policy-error.ts";
import { parseJson } from "./json-positions.ts";
import { PolicySchema } from "./policy-schema.ts";

/** Longer files are refused. In UTF-16 code units. */
export const maxPolicyChars = 1_048_576;

/**
 * Reads what stands in a policy file.
 * @throws PolicyError `badPolicy`, with the line and column of the first fault
 */
export function parsePolicy(text: string): Policy {
  if (text.length > maxPolicyChars) throw new PolicyError("badPolicy", "the file is too long");
  const json = parseJson(text.replace(/^\u{feff}/u, " "));
  const read = PolicySchema.safeParse(json.value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path ?? [];
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const place = [...path, ...unknown];
  throw new PolicyError("badPolicy", `${nameOf(place)}: ${issue?.message ?? "it is no policy"}`, {
    position: json.at(place),
    hint: "docs/policy.md lists what can stand in it.",
  });
}

function nameOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "the file";
  return path
    .map((part, i) => (typeof part === "number" ? `[${part}]` : `${i > 0 ? "." : ""}${String(part)}`))
    .join("");
}
