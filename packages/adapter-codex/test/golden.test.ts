import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseFixture } from "@nucleic/lab";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { goldenEvents } from "./golden.ts";

const root = join(import.meta.dirname, "../../../fixtures");
const folders = ["codex-appserver", "codex-exec"] as const;

describe.each(folders)("%s", (folder) => {
  const recorded = join(root, folder);
  const events = async (chunks: Iterable<Uint8Array>) =>
    JSON.parse(JSON.stringify(await goldenEvents[folder](chunks)));

  test.each(globSync("*/*.ndjson", { cwd: recorded }).sort())(
    "%s gives exactly its golden events, wherever its bytes are cut",
    async (name) => {
      const stdout = Buffer.from(parseFixture(readFileSync(join(recorded, name), "utf8")).stdout);
      const golden = JSON.parse(
        readFileSync(join(recorded, name.replace(".ndjson", ".events.json")), "utf8"),
      );
      expect(await events([stdout])).toEqual(golden);
      const cuts = fc.array(fc.nat(stdout.length), { maxLength: 40 });
      await fc.assert(
        fc.asyncProperty(cuts, async (places) => {
          expect(await events(cutAt(stdout, places))).toEqual(golden);
        }),
        { numRuns: 5 },
      );
    },
  );
});

function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const edges = [0, ...places.toSorted((a, b) => a - b), bytes.length];
  return edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
}
