import type { Refusal } from "@nucleic/protocol/messages";

/** A reason that a client can switch on. Whatever has no code of its own is `internal`, and says no more than that. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string")
    return { code: "internal", message: "the host could not do that; its log says why" };
  const hint = "hint" in error && typeof error.hint === "string" ? { hint: error.hint } : {};
  return { code: error.code, message: error.message, ...hint };
}
