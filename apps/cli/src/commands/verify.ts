import { findTranscripts, isWhole, systemFiles, type VerifyReport, verifyTranscript } from "@nucleic/runtime";
import { CliError } from "../cli-error.ts";
import type { Command } from "../context.ts";
import { dataDir } from "../data-dir.ts";
import { exitCodes } from "../exit-code.ts";
import { tellOfHost } from "../offline.ts";
import { shortIds } from "../session/short-id.ts";
import { verifyLines } from "../view/verify-lines.ts";

/**
 * Reads transcripts, all or one, and says what is wrong with them. Works on the files alone: what opening the data
 * directory would mend is seen as it is, and a broken database is in nobody's way.
 */
export function verify(part: string | undefined, flags: { readonly json?: boolean }): Command {
  return async (context) => {
    const all = await findTranscripts(systemFiles, dataDir(context.env));
    const chosen =
      part === undefined
        ? all
        : all.filter(({ sessionId }) => sessionId.startsWith(part) || sessionId.endsWith(part));
    if (part !== undefined && chosen.length === 0)
      throw new CliError(
        "noSuchSession",
        `no transcript of a session ${part}`,
        "nucleic verify looks at all",
      );
    await tellOfHost(context);
    const short = shortIds(all.map(({ sessionId }) => sessionId));
    let whole = true;
    for (const { sessionId, path } of chosen) {
      const report = await verifyTranscript(systemFiles, path).catch(missing);
      whole &&= report !== undefined && isWhole(report);
      await context.stdout.lines(
        flags.json
          ? [JSON.stringify({ sessionId, ok: report !== undefined && isWhole(report), ...report })]
          : verifyLines(short(sessionId), report, context.frame()),
      );
    }
    return whole ? exitCodes.done : exitCodes.failed;
  };
}

/** A folder without a transcript: a session that never began, or one whose files are gone. */
function missing(error: unknown): VerifyReport | undefined {
  if ((error as { code?: unknown }).code === "missing") return undefined;
  throw error;
}
