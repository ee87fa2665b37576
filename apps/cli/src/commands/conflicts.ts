import type { QueryResult } from "@nucleic/protocol/messages";
import type { Command, Context } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { openClient } from "../host/open-client.ts";
import { projectHere } from "../host/project-here.ts";
import { shortIds } from "../session/short-id.ts";
import { conflictLines } from "../view/conflict-lines.ts";
import { plural } from "../view/format.ts";

/** What `conflicts` takes. */
export interface ConflictsFlags {
  readonly project?: string;
  readonly target?: string;
  readonly json?: boolean;
}

/** Says what would not go together if every session were integrated as it stands. Exit code 4 where anything would not. */
export function conflicts(flags: ConflictsFlags): Command {
  return async (context) => {
    await using open = await openClient(context);
    const { client } = open;
    const { id: projectId } = await projectHere(client, context, flags.project);
    const { target } = flags;
    const found = await client.query("conflicts", { projectId, ...(target !== undefined && { target }) });
    if (found.sessions.length === 0) {
      await context.tell("no session of this repository has a worktree");
      return exitCodes.done;
    }
    if (flags.json) await context.stdout.lines(jsonLines(found));
    else {
      const { sessions } = await client.board();
      const titles = new Map<string, string>(sessions.map(({ id, title }) => [id, title]));
      const short = shortIds(sessions.map(({ id }) => id));
      await context.stdout.lines(conflictLines(found, { titles, short }, context.frame()));
    }
    await tellSkipped(context, found);
    const isClean = found.pairs.length === 0 && found.sessions.every(({ outcome }) => outcome === "clean");
    return isClean ? exitCodes.done : exitCodes.conflicted;
  };
}

async function tellSkipped(context: Context, { skipped }: QueryResult<"conflicts">): Promise<void> {
  const { sessions, pairs } = skipped;
  const left = [
    ...(sessions.length > 0 ? [plural(sessions.length, "session")] : []),
    ...(pairs > 0 ? [plural(pairs, "pair")] : []),
  ];
  if (left.length > 0) await context.tell(`too many at once: ${left.join(" and ")} not looked at`);
}

function jsonLines({ sessions, pairs }: QueryResult<"conflicts">): string[] {
  const each = sessions.map((session) => ({ kind: "session", ...session }));
  return [...each, ...pairs.map((pair) => ({ kind: "pair", ...pair }))].map((line) => JSON.stringify(line));
}
