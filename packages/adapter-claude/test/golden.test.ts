import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseFixture } from "@nucleic/lab";
import { expect, test } from "vitest";
import { goldenEvents } from "./golden.ts";

const recorded = join(import.meta.dirname, "../../../fixtures/claude");

test.each(globSync("*/*.ndjson", { cwd: recorded }).sort())(
  "%s gives exactly its golden events",
  async (name) => {
    const { stdout } = parseFixture(readFileSync(join(recorded, name), "utf8"));
    const golden = JSON.parse(readFileSync(join(recorded, name.replace(".ndjson", ".events.json")), "utf8"));
    expect(await goldenEvents([Buffer.from(stdout)])).toEqual(golden);
  },
);
