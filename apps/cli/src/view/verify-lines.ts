import { damageText, isWhole, type VerifyReport } from "@nucleic/runtime";
import { plural } from "./format.ts";
import { safeLine } from "./sanitize.ts";
import type { Frame } from "./style.ts";

/** What a transcript is like: one line, and one more for each thing that is wrong with it. */
export function verifyLines(id: string, report: VerifyReport | undefined, { style }: Frame): string[] {
  const name = safeLine(id);
  if (report === undefined) return [`${style.red("✗")} ${name} there is no transcript`];
  const { records, files, blobs, repaired, unfinishedBytes } = report;
  const parts = [plural(records, "record"), plural(files, "file")];
  if (blobs > 0) parts.push(plural(blobs, "large text"));
  if (repaired.length > 0) parts.push(`${plural(repaired.length, "damaged range")}, noted by a repair`);
  if (unfinishedBytes > 0) parts.push(`${plural(unfinishedBytes, "byte")} unfinished at the end`);
  const mark = isWhole(report) ? style.green("✓") : style.red("✗");
  return [`${mark} ${name} ${parts.join(", ")}`, ...faultLines(report).map((line) => `  ${safeLine(line)}`)];
}

function faultLines({ damage, blobFaults }: VerifyReport): string[] {
  const lines: string[] = damage.map(damageText);
  for (const { code, hash, seq } of blobFaults)
    lines.push(
      `a large text of record ${seq} is ${code === "missing" ? "gone" : "not what it was"}: ${hash}`,
    );
  if (damage.length > 0)
    lines.push("→ nucleic repair notes in the transcript what is missing; nothing is removed");
  return lines;
}
