import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseFixture } from "@nucleic/lab";

const here = join(import.meta.dirname, "fixtures");
const recorded = join(import.meta.dirname, "../../../fixtures/claude");

/** Every stdout in the repo: those the lab records, whole dialogues, and those of this package, bare lines. */
export const stdoutFixtures: readonly { readonly name: string; readonly bytes: Uint8Array }[] = [
  ...globSync("*.ndjson", { cwd: here }).map((name) => ({ name, bytes: readFileSync(join(here, name)) })),
  ...globSync("*/*.ndjson", { cwd: recorded }).map((name) => ({
    name,
    bytes: Buffer.from(parseFixture(readFileSync(join(recorded, name), "utf8")).stdout),
  })),
].toSorted((a, b) => (a.name < b.name ? -1 : 1));
