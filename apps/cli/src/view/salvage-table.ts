import type { MeasuredSalvage } from "@nucleic/worktree";
import { shortIds } from "../session/short-id.ts";
import { formatAge, formatBytes } from "./format.ts";
import { safeLine } from "./sanitize.ts";
import type { Frame } from "./style.ts";
import { table } from "./table.ts";

/** What is saved, newest first. The session may be deleted by now: then it has no title. */
export function salvageTable(
  salvages: readonly MeasuredSalvage[],
  titles: ReadonlyMap<string, string>,
  now: number,
  frame: Frame,
): string[] {
  const { style } = frame;
  const short = shortIds(salvages.map(({ record }) => record.id));
  const rows = salvages.map(({ ref, record, createdAt, bytes, expired }) => [
    short(record.id),
    safeLine(titles.get(record.id) ?? ""),
    formatAge(now - createdAt),
    formatBytes(bytes),
    expired ? "expired" : "",
    ref,
  ]);
  const layout = [
    { head: "ID", min: 8, paint: style.bold },
    { head: "TITLE", min: 10, grow: true },
    { head: "AGE", min: 3 },
    { head: "SIZE", min: 6 },
    { head: "", min: 0, paint: style.yellow },
    { head: "REF", min: 20, paint: style.dim },
  ];
  return table(layout, rows, frame);
}
