// Records fixtures of the real CLIs:
//   pnpm run record [--check | --events] [CLI [VERSION [NAME...]]]    without arguments everything that is tested
// --check writes nothing: it tells what would change, and fails where something would. --events runs no CLI: it makes
// the events anew from the recordings that are there. Needs the npm registry for a version that is not in the cache
// yet, and no other network.
import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { goldenEvents } from "../packages/adapter-claude/test/golden.ts";
import {
  diffFixtures,
  fixturePath,
  knownClis,
  readFixture,
  realCli,
  record,
  recorders,
  writeFixture,
} from "../packages/lab/src/index.ts";
import { localProcessHost } from "../packages/process/src/index.ts";

const root = join(dirname(dirname(fileURLToPath(import.meta.url))), "fixtures");
const isFlag = (argument) => argument.startsWith("--");
const flags = new Set(process.argv.slice(2).filter(isFlag));
const [onlyCli, onlyVersion, ...names] = process.argv.slice(2).filter((argument) => !isFlag(argument));
const host = localProcessHost();

/** What each adapter makes of its CLI's stdout. */
const normalisers = { claude: ({ stdout }) => goldenEvents(stdout) };

const recordings = await Promise.all(
  globSync(join(root, "scenarios/*.ts"))
    .sort()
    .map(async (path) => (await import(path)).recording),
);
const wanted = recordings.filter(
  ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
);

for (const name of onlyCli ? [onlyCli] : Object.keys(recorders))
  for (const version of onlyVersion ? [onlyVersion] : knownClis[name].testedVersions) {
    const cli = flags.has("--events") ? undefined : await realCli(name, version);
    for (const recording of wanted)
      await attempt({ root, cli: name, version, name: recording.name }, cli, recording);
  }

async function attempt(place, cli, recording) {
  const label = `${place.cli} ${place.version} ${place.name}`;
  try {
    const changes = await (cli ? renew(place, cli, recording) : renewEvents(place));
    console.log(`${label}: ${changes === undefined ? "new" : changes === "" ? "the same" : "changed"}`);
    if (changes) console.log(changes);
    if (changes && flags.has("--check")) process.exitCode = 1;
  } catch (error) {
    process.exitCode = 1;
    console.error(`${label}: ${error.stack}`);
  }
}

/** Records, writes where something changed, and tells what did; `undefined` where there was no recording yet. */
async function renew(place, cli, recording) {
  const fixture = await record(cli, recording, { host, signal: AbortSignal.timeout(120_000) });
  const before = existsSync(fixturePath(place)) ? await readFixture(fixturePath(place)) : undefined;
  const changes = before && diffFixtures(before, fixture);
  // Where only the order of a race changed, the file stays as it is.
  if (changes !== "" && !flags.has("--check")) await writeFixture(place, fixture, normalisers[place.cli]);
  return changes;
}

async function renewEvents(place) {
  await writeFixture(place, await readFixture(fixturePath(place)), normalisers[place.cli]);
  return "";
}
