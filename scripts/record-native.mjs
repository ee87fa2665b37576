// Records how the real CLIs keep their sessions: fixtures/native/AGENT/VERSION/NAME/home/…, and what our adapter makes of
// them in NAME/events.json.
//   pnpm exec node --conditions=@nucleic/source scripts/record-native.mjs [--events] [AGENT [NAME...]]
// --events runs no CLI: it makes the events anew from the files that are there.
import { globSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { grokBackend } from "../packages/adapter-acp/src/index.ts";
import { claudeBackend } from "../packages/adapter-claude/src/index.ts";
import { codexBackend } from "../packages/adapter-codex/src/index.ts";
import { goldenHistory } from "../packages/adapter-kit/src/testing/index.ts";
import { knownClis, realCli, recordNative } from "../packages/lab/src/index.ts";
import { localProcessHost } from "../packages/process/src/index.ts";

const root = join(dirname(dirname(fileURLToPath(import.meta.url))), "fixtures");
const common = ["02-", "03-", "05-", "09-", "12-", "18-", "22-", "36-"];

/** Who is recorded how, and in what: scenarios whose files differ. */
const agents = {
  claude: {
    recorder: "claude",
    names: [...common, "10-", "11-", "13-", "15-", "35-"],
    backend: (home) => claudeBackend({ environment: { HOME: home } }),
  },
  codex: {
    recorder: "codex-appserver",
    names: [...common, "28-", "29-", "34-"],
    backend: (home) => codexBackend({ environment: { HOME: home } }),
  },
  grok: {
    recorder: "grok",
    names: [...common, "10-", "29-"],
    backend: (home) => grokBackend({ environment: { HOME: home } }),
  },
};

const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const onlyEvents = process.argv.includes("--events");
const [onlyAgent, ...onlyNames] = words;
const recordings = await Promise.all(
  globSync(join(root, "scenarios/*.ts"))
    .sort()
    .map(async (path) => (await import(path)).recording),
);

for (const agent of onlyAgent ? [onlyAgent] : Object.keys(agents)) {
  const { recorder, names, backend } = agents[agent];
  for (const version of knownClis[agent].testedVersions)
    for (const recording of recordings) {
      const { name } = recording;
      const wanted = onlyNames.length > 0 ? onlyNames : names;
      if (!wanted.some((part) => name.startsWith(part))) continue;
      const place = join(root, "native", agent, version, name);
      try {
        if (!onlyEvents) await renew(place, await realCli(agent, version), { recorder, recording });
        await writeEvents(place, backend(join(place, "home")));
        console.log(`${agent} ${version} ${name}`);
      } catch (error) {
        process.exitCode = 1;
        console.error(`${agent} ${version} ${name}: ${error.stack}`);
      }
    }
}

async function renew(place, cli, { recorder, recording }) {
  const signal = AbortSignal.timeout(120_000);
  const files = await recordNative(cli, recording, { host: localProcessHost(), recorder, signal });
  await rm(place, { recursive: true, force: true });
  for (const [path, text] of files) {
    await mkdir(dirname(join(place, "home", path)), { recursive: true });
    await writeFile(join(place, "home", path), text);
  }
}

async function writeEvents(place, { history }) {
  const lines = [];
  for await (const entry of history.list())
    for (const event of await goldenHistory((options) => history.read(entry, options)))
      lines.push(JSON.stringify(event));
  await writeFile(join(place, "events.json"), `[\n${lines.join(",\n")}\n]\n`);
}
