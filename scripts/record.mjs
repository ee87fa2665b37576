// Records fixtures of the real CLIs: node --conditions=@nucleic/source scripts/record.mjs [--check] [CLI [VERSION [NAME...]]]
// Without arguments everything that is tested. --check writes nothing: it tells what would change, and fails where
// something would. Needs the npm registry for versions that are not in the cache yet, and no other network.
import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
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
const check = process.argv.includes("--check");
const [onlyCli, onlyVersion, ...names] = process.argv.slice(2).filter((argument) => argument !== "--check");

const recordings = await Promise.all(
  globSync(join(root, "scenarios/*.ts"))
    .sort()
    .map(async (path) => (await import(path)).recording),
);
const wanted = recordings.filter(
  ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
);

for (const cli of onlyCli ? [onlyCli] : Object.keys(recorders))
  for (const version of onlyVersion ? [onlyVersion] : knownClis[cli].testedVersions)
    await recordAll(cli, version);

async function recordAll(name, version) {
  const cli = await realCli(name, version);
  await using host = localProcessHost();
  for (const recording of wanted) {
    const place = { root, cli: name, version, name: recording.name };
    const label = `${name} ${version} ${recording.name}`;
    try {
      const signal = AbortSignal.timeout(120_000);
      report(label, place, await drift(place, await record(cli, recording, { host, signal })));
    } catch (error) {
      process.exitCode = 1;
      console.error(`${label}: ${error.stack}`);
    }
  }
}

/** Writes the fixture, and tells how it differs from the one that was there; `undefined` where none was. */
async function drift(place, fixture) {
  const path = fixturePath(place);
  const before = existsSync(path) ? await readFixture(path) : undefined;
  if (!check) await writeFixture(place, fixture);
  return before && diffFixtures(before, fixture);
}

function report(label, _place, changes) {
  console.log(`${label}: ${changes === undefined ? "new" : changes === "" ? "the same" : "changed"}`);
  if (changes) console.log(changes);
  if (check && changes !== "") process.exitCode = 1;
}
