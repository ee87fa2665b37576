import type { QueryArgs, QueryResult } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import { CliError } from "../cli-error.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { openClient } from "../host/open-client.ts";
import { projectNamed } from "../host/project-here.ts";
import { hitLines } from "../view/search-hits.ts";

/** How long a search waits for transcripts that are not in the index yet, before it shows what it has. */
const maxWaitMs = 30_000;

/** Finds what was said, run, touched and answered in any session. */
export function search(
  words: readonly string[],
  flags: { readonly project?: string; readonly limit?: string; readonly json?: boolean },
): Command {
  return async (context) => {
    const limit = limitOf(flags.limit);
    await using open = await openClient(context);
    const { client } = open;
    const project = await projectNamed(client, context, flags.project);
    const { hits, isComplete } = await found(client, {
      query: words.join(" "),
      maxWaitMs,
      ...(limit !== undefined && { limit }),
      ...(project && { projectId: project.id }),
    });
    if (!isComplete) await context.tell("the index is not up to date yet: search again in a while");
    if (flags.json) {
      await context.stdout.lines(
        hits.map(({ text, marks, ...hit }) => JSON.stringify({ ...hit, snippet: { text, marks } })),
      );
      return exitCodes.done;
    }
    if (hits.length === 0) await context.tell("nothing found");
    const { sessions } = await client.board();
    const titles = new Map(sessions.map(({ id, title }) => [id, title]));
    const now = context.clock.now();
    for (const hit of hits)
      await context.stdout.lines(hitLines(hit, titles.get(hit.sessionId) ?? "", now, context.frame()));
    return exitCodes.done;
  };
}

async function found(client: HostClient, args: QueryArgs<"search">): Promise<QueryResult<"search">> {
  try {
    return await client.query("search", args);
  } catch (error) {
    const { code, message, hint } = error as { code?: unknown; message: string; hint?: string };
    if (code === "badQuery") throw new CliError("usage", message, hint);
    throw error;
  }
}

function limitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 200)
    throw new CliError("usage", `--limit ${text} is no number from 1 to 200`);
  return limit;
}
