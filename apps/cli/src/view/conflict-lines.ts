import type { ConflictItem, ForecastItem, QueryResult } from "@nucleic/protocol/messages";
import { plural } from "./format.ts";
import { safeLine } from "./sanitize.ts";
import type { Frame } from "./style.ts";
import { table } from "./table.ts";

/** How sessions are named to a person. */
export interface SessionNames {
  readonly titles: ReadonlyMap<string, string>;
  readonly short: (id: string) => string;
}

/** A table of the sessions, then each pair that does not go together with the files it is about. */
export function conflictLines(
  { sessions, pairs }: QueryResult<"conflicts">,
  names: SessionNames,
  frame: Frame,
): string[] {
  const { style } = frame;
  const { titles, short } = names;
  const rows = sessions.map((session) => {
    const target = session.outcome === "unknown" ? "" : safeLine(session.target);
    return [short(session.id), verdict(session), target, safeLine(titles.get(session.id) ?? "")];
  });
  const paint = (cell: string, row: number) =>
    sessions[row]?.outcome === "clean" ? style.green(cell) : style.yellow(cell);
  const layout = [
    { head: "ID", min: 8, paint: style.bold },
    { head: "NOW", min: 8, paint },
    { head: "TARGET", min: 6, paint: style.dim },
    { head: "TITLE", min: 10, grow: true },
  ];
  const conflicted = sessions.flatMap((session) =>
    session.outcome === "conflicted"
      ? [
          `${short(session.id)} conflicts with ${safeLine(session.target)}:`,
          ...session.conflicts.map(conflictLine),
        ]
      : [],
  );
  const together = pairs.flatMap(({ sessions: [one, other], conflicts }) => [
    `${short(one)} and ${short(other)} conflict with each other:`,
    ...conflicts.map(conflictLine),
  ]);
  return [...table(layout, rows, frame), ...conflicted, ...together];
}

function verdict(session: ForecastItem): string {
  switch (session.outcome) {
    case "clean":
      return session.paths.length === 0 ? "nothing new" : `clean, ${plural(session.paths.length, "file")}`;
    case "conflicted":
      return `conflicts, ${plural(session.conflicts.length, "file")}`;
    case "unknown":
      return `unknown: ${session.code}`;
    default:
      return session satisfies never;
  }
}

function conflictLine({ path, kinds }: ConflictItem): string {
  return `  ${safeLine(path)} (${safeLine(kinds.join(", "))})`;
}
