import { renderUnicodeCompact } from "uqr";

/** A link as a code for a camera, two rows of it in a line of text. */
export function qrLines(link: string): readonly string[] {
  return renderUnicodeCompact(link, { border: 2 }).split("\n");
}
