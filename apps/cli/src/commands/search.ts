import type { SearchHit, SearchResult } from "@nucleic/runtime";
import { CliError } from "../cli-error.ts";
import { type App, openApp } from "../compose.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { projectAt } from "../project/project-at.ts";
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
    await using app = await openApp(context);
    const project = flags.project === undefined ? undefined : await projectAt(app, flags.project);
    const { hits, isComplete } = await found(app, words.join(" "), {
      maxWaitMs,
      signal: context.signals.ending,
      ...(limit !== undefined && { limit }),
      ...(project && { projectId: project.id }),
    });
    if (!isComplete) await context.tell("the index is not up to date yet: search again in a while");
    if (flags.json) {
      await context.stdout.lines(hits.map((hit) => JSON.stringify(hit)));
      return exitCodes.done;
    }
    if (hits.length === 0) await context.tell("nothing found");
    const titles = await titlesOf(app, hits);
    const now = context.clock.now();
    for (const hit of hits)
      await context.stdout.lines(hitLines(hit, titles.get(hit.sessionId) ?? "", now, context.frame()));
    return exitCodes.done;
  };
}

async function found(
  { runtime }: App,
  query: string,
  options: Parameters<App["runtime"]["search"]>[1],
): Promise<SearchResult> {
  try {
    return await runtime.search(query, options);
  } catch (error) {
    const { code, message, hint } = error as { code?: unknown; message: string; hint?: string };
    if (code === "badQuery") throw new CliError("usage", message, hint);
    throw error;
  }
}

async function titlesOf({ runtime }: App, hits: readonly SearchHit[]): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set<string>(hits.map((hit) => hit.sessionId));
  const sessions = await runtime.listSessions({ includeArchived: true });
  return new Map(sessions.flatMap(({ id, title }) => (wanted.has(id) ? [[id, title] as const] : [])));
}

function limitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 200)
    throw new CliError("usage", `--limit ${text} is no number from 1 to 200`);
  return limit;
}
