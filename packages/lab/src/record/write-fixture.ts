import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Fixture, formatFixture } from "./fixture.ts";

/** What a CLI said, in the shared event language. Given by whoever records: the lab knows no adapter. */
export type Normalise = (fixture: Fixture) => readonly unknown[] | Promise<readonly unknown[]>;

/** Where the files of one fixture go: `root/CLI/VERSION/NAME.ndjson` and `NAME.events.json` beside it. */
export interface FixturePlace {
  readonly root: string;
  readonly cli: string;
  readonly version: string;
  readonly name: string;
}

/** The path of a fixture's recording. */
export const fixturePath = ({ root, cli, version, name }: FixturePlace): string =>
  join(root, cli, version, `${name}.ndjson`);

/** Writes a fixture, and its events where it is told how to make them. A reader never sees half a file. */
export async function writeFixture(
  place: FixturePlace,
  fixture: Fixture,
  normalise?: Normalise,
): Promise<void> {
  const path = fixturePath(place);
  await replaceFile(path, formatFixture(fixture.entries));
  if (!normalise) return;
  const events = (await normalise(fixture)).map((event) => JSON.stringify(event));
  // One event a line: a change of one is a diff of one line.
  await replaceFile(path.replace(/\.ndjson$/, ".events.json"), `[\n${events.join(",\n")}\n]\n`);
}

async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}
