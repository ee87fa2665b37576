import { damageText, isWhole } from "@nucleic/runtime";
import { openApp } from "../compose.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { findSession } from "../session/find.ts";
import { shortId } from "../session/short-id.ts";
import { verifyLines } from "../view/verify-lines.ts";

/** Mends a session's transcript as far as it can be, and says what it is like then. */
export function repair(part: string): Command {
  return async (context) => {
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
