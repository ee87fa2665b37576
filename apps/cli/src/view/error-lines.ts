import { safeLine } from "./sanitize.ts";
import type { Frame } from "./style.ts";
import { wrapText } from "./wrap.ts";

/**
 * Any error in the same form: what happened with its code, why, and what to do next. Errors of every package carry a
 * `code` and sometimes a `hint`; one that carries neither is a fault of ours.
 */
export function errorLines(error: unknown, frame: Frame, debug = false): string[] {
  const { style, width } = frame;
  const { code } = tagged(error);
  const chain = causes(error);
  // The nearest to the cause knows best what to do.
  const hint =
    [...chain]
      .reverse()
      .map((one) => tagged(one).hint)
      .find((one) => one !== undefined) ?? tagged(error).hint;
  const message = error instanceof Error ? error.message : String(error);
  const head = `nucleic: ${message}${code ? ` [${code}]` : ""}`;
  const lines = wrapText(safeLine(head), width).map((row) => style.red(row));
  for (const cause of chain) {
    if (message.includes(cause.message)) continue;
    const known = tagged(cause).code;
    const why = `  because: ${cause.message}${known ? ` [${known}]` : ""}`;
    lines.push(...wrapText(safeLine(why), width));
  }
  const next = hint ?? (code ? undefined : "a fault of nucleic itself; NUCLEIC_DEBUG=1 shows where");
  if (next) lines.push(...wrapText(safeLine(`→ ${next}`), width));
  if (debug && error instanceof Error && error.stack) lines.push(...error.stack.split("\n").map(safeLine));
  return lines;
}

function tagged(error: unknown): { code?: string; hint?: string } {
  if (typeof error !== "object" || error === null) return {};
  const { code, hint } = error as { code?: unknown; hint?: unknown };
  return {
    ...(typeof code === "string" && { code }),
    ...(typeof hint === "string" && { hint }),
  };
}

/** At most three causes deep: further down it is no longer about what the person did. */
function causes(error: unknown): Error[] {
  const found: Error[] = [];
  let cause = error instanceof Error ? error.cause : undefined;
  while (cause instanceof Error && found.length < 3) {
    found.push(cause);
    cause = cause.cause;
  }
  return found;
}
