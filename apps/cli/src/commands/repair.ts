import { damageText, isWhole } from "@nucleic/runtime";
import { CliError } from "../cli-error.ts";
import { openApp } from "../compose.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { findSession } from "../session/find.ts";
import { shortId } from "../session/short-id.ts";
import { verifyLines } from "../view/verify-lines.ts";
import { rebuild } from "./rebuild.ts";

/** Mends a session's transcript as far as it can be, and says what it is like then. */
export function repair(part: string | undefined, flags: { readonly rebuild?: boolean }): Command {
  if (flags.rebuild && part === undefined) return rebuild();
  return async (context) => {
    if (part === undefined || flags.rebuild)
      throw new CliError("usage", "either a session or --rebuild has to be named", "nucleic repair <id>");
    await using app = await openApp(context);
    const record = await findSession(app.runtime, part);
    const { repaired, tornTail, after } = await app.runtime.repairSession(record.id);
    const done = repaired.map((range) => `noted in the transcript: ${damageText(range)}`);
    if (tornTail) done.push(`moved ${tornTail.lengthBytes} unfinished bytes to ${tornTail.path}`);
    if (done.length === 0) done.push("nothing to mend");
    await context.stdout.lines([...done, ...verifyLines(shortId(record.id), after, context.frame())]);
    return isWhole(after) ? exitCodes.done : exitCodes.failed;
  };
}
