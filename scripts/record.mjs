// Records fixtures of the real CLIs:
//   pnpm run record [--check | --events] [WHO [VERSION [NAME...]]]    without arguments everything that is tested
// --check writes nothing: it tells what would change, and fails where something would. --events runs no CLI: it makes
// the events anew from the recordings that are there. Needs the npm registry for a version that is not in the cache
// yet, and no other network.
import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { goldenEvents as acpEvents } from "../packages/adapter-acp/test/golden.ts";
import { goldenEvents as claudeEvents } from "../packages/adapter-claude/test/golden.ts";
import { goldenEvents as codexEvents } from "../packages/adapter-codex/test/golden.ts";
import {
  diffFixtures,
  fixturePath,
  knownClis,
  readFixture,
  realCli,
  reasonAgainst,
  record,
  recorders,
  writeFixture,
} from "../packages/lab/src/index.ts";
import { localProcessHost } from "../packages/process/src/index.ts";

const root = join(dirname(dirname(fileURLToPath(import.meta.url))), "fixtures");
const isFlag = (argument) => argument.startsWith("--");
const flags = new Set(process.argv.slice(2).filter(isFlag));
const [onlyWho, onlyVersion, ...names] = process.argv.slice(2).filter((argument) => !isFlag(argument));
const host = localProcessHost();

/** What each adapter makes of what its CLI said. */
const normalisers = {
  claude: ({ stdout }) => claudeEvents(stdout),
  "codex-appserver": ({ stdout }) => codexEvents["codex-appserver"]([Buffer.from(stdout)]),
  "codex-exec": ({ stdout }) => codexEvents["codex-exec"]([Buffer.from(stdout)]),
  ...Object.fromEntries(
    ["grok", "claude-agent-acp", "codex-acp"].map((agent) => [agent, acpNormaliser(agent)]),
  ),
};

function acpNormaliser(agent) {
  return ({ stdout }) => acpEvents([Buffer.from(stdout)], agent);
}

const recordings = await Promise.all(
  globSync(join(root, "scenarios/*.ts"))
    .sort()
    .map(async (path) => (await import(path)).recording),
);
const wanted = recordings.filter(
  ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
);

for (const who of onlyWho ? [onlyWho] : Object.keys(recorders)) {
  const { cli: name, folder } = recorders[who];
  for (const version of onlyVersion ? [onlyVersion] : knownClis[name].testedVersions) {
    const cli = flags.has("--events") ? undefined : await realCli(name, version);
    for (const recording of wanted)
      await attempt({ root, cli: folder, version, name: recording.name }, { who, cli, recording });
  }
}

async function attempt(place, { who, cli, recording }) {
  const label = `${who} ${place.version} ${place.name}`;
  const reason = reasonAgainst(recording, who);
  if (reason !== undefined) return console.log(`${label}: not recorded: ${reason}`);
  try {
    const changes = await (cli ? renew(place, { who, cli, recording }) : renewEvents(place, who));
    console.log(`${label}: ${changes === undefined ? "new" : changes === "" ? "the same" : "changed"}`);
    if (changes) console.log(changes);
    if (changes && flags.has("--check")) process.exitCode = 1;
  } catch (error) {
    process.exitCode = 1;
    console.error(`${label}: ${error.stack}`);
  }
}

/** Records, writes where something changed, and tells what did; `undefined` where there was no recording yet. */
async function renew(place, { who, cli, recording }) {
  const signal = AbortSignal.timeout(120_000);
  const fixture = await record(cli, recording, { host, recorder: who, signal });
  const before = existsSync(fixturePath(place)) ? await readFixture(fixturePath(place)) : undefined;
  const closeness = { kindsOnly: recording.race?.[who] !== undefined, chance: recorders[who].chance };
  const changes = before && diffFixtures(before, fixture, closeness);
  // Where only the order of a race changed, the file stays as it is.
  if (changes !== "" && !flags.has("--check")) await writeFixture(place, fixture, normalisers[who]);
  return changes;
}

async function renewEvents(place, who) {
  await writeFixture(place, await readFixture(fixturePath(place)), normalisers[who]);
  return "";
}
