import { execa } from "execa";
import type { SearchSample } from "../modes/search.ts";
import type { Row } from "../rows.ts";
import { mode } from "../setting.ts";

/** Goal 12. Once: a million events take minutes to write and index. */
export async function searching(): Promise<Row[]> {
  const { stdout } = await execa(process.execPath, [mode("search"), "1000000"], { stderr: "inherit" });
  const { textBytes, indexBytes, rebuildMs, queries } = JSON.parse(stdout) as SearchSample;
  const ratio = indexBytes / textBytes;
  const size = `${Math.round(indexBytes / 1e6)} MB for ${Math.round(textBytes / 1e6)} MB`;
  return [
    {
      work: "12 search index of 1 M events, ÷ their text",
      ratio,
      goal: "≤ 0.6",
      met: ratio <= 0.6,
      detail: `${size}, ${Math.round(rebuildMs / 1000)} s from the transcripts`,
    },
    ...queries.map(({ query, medianMs, slowestMs }) => ({
      work: `12 first 20 hits for \`${query}\`, ÷ 50 ms`,
      ratio: medianMs / 50,
      goal: "≤ 1",
      met: medianMs <= 50,
      detail: `${medianMs.toFixed(1)} ms, slowest of 20 ${slowestMs.toFixed(1)} ms`,
    })),
  ];
}
