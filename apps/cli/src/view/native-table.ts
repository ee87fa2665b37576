import type { NativeSessionItem } from "@nucleic/protocol/messages";
import { shortId } from "../session/short-id.ts";
import { formatAge, formatBytes } from "./format.ts";
import { safeLine } from "./sanitize.ts";
import type { Frame } from "./style.ts";
import { table } from "./table.ts";

/** Native sessions as a table; `HERE` is the session that stands for one already. */
export function nativeTable(natives: readonly NativeSessionItem[], now: number, frame: Frame): string[] {
  const rows = natives.map((native) => [
    safeLine(native.backendSessionId),
    safeLine(native.backend),
    safeLine(native.title ?? ""),
    formatBytes(native.sizeBytes),
    formatAge(now - native.updatedAt),
    native.sessionId === undefined
      ? ""
      : `${shortId(native.sessionId)}${native.hasGrown ? ", has grown" : ""}`,
  ]);
  const layout = [
    { head: "NATIVE ID", min: 36, paint: frame.style.bold },
    { head: "AGENT", min: 5 },
    { head: "TITLE", min: 10, grow: true },
    { head: "SIZE", min: 4 },
    { head: "AGE", min: 3, paint: frame.style.dim },
    { head: "HERE", min: 8 },
  ];
  return table(layout, rows, frame);
}
