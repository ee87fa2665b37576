import type { SalvageItem } from "@nucleic/protocol/messages";
import { shortIds } from "../session/short-id.ts";
import { formatAge, formatBytes } from "./format.ts";
import { safeLine } from "./sanitize.ts";
import type { Frame } from "./style.ts";
import { table } from "./table.ts";

/** What is saved, newest first. The session may be deleted by now: then it has no title. */
export function salvageTable(
  salvages: readonly SalvageItem[],
  titles: ReadonlyMap<string, string>,
  now: number,
  frame: Frame,
): string[] {
  const { style } = frame;
  const short = shortIds(salvages.map(({ sessionId }) => sessionId));
  const rows = salvages.map(({ ref, sessionId, createdAt, bytes, expired }) => [
    short(sessionId),
    safeLine(titles.get(sessionId) ?? ""),
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
