import { join } from "node:path";
import { localProcessHost } from "@nucleic/process";
import { expect, test } from "vitest";
import { recording as allow } from "../../../../fixtures/scenarios/02-allow.ts";
import { recording as interrupt } from "../../../../fixtures/scenarios/12-interrupt-tool.ts";
import { recording as killed } from "../../../../fixtures/scenarios/22-killed.ts";
import { recording as cancel } from "../../../../fixtures/scenarios/24-cancel.ts";
import { recording as resume } from "../../../../fixtures/scenarios/36-resume.ts";
import { recording as refused } from "../../../../fixtures/scenarios/43-refused.ts";
import { type KnownCli, knownClis } from "../cli/known-clis.ts";
import { realCli } from "../cli/real-cli.ts";
import { diffFixtures } from "./diff-fixtures.ts";
import { linesOf, readFixture } from "./fixture.ts";
import { record } from "./record.ts";
import type { RecorderName } from "./recorder-name.ts";
import { recorders } from "./recorders.ts";
import type { Act, Recording } from "./recording.ts";
import { fixturePath } from "./write-fixture.ts";

const host = localProcessHost();
const root = join(import.meta.dirname, "../../../../fixtures");
const network = { timeout: 180_000 };

const rows = knownClis.claude.testedVersions.flatMap((version) =>
  [allow, interrupt, killed].map((recording: Recording) => ({ version, recording, name: recording.name })),
);

test.for(rows)(
  "claude $version still says $name as it was recorded",
  network,
  async ({ version, recording, name }) => {
    const claude = await realCli("claude", version);
    const recorded = await readFixture(fixturePath({ root, cli: "claude", version, name }));
    expect(diffFixtures(recorded, await record(claude, recording, { host }))).toBe("");
  },
);

const others: readonly (readonly [RecorderName, Recording])[] = [
  ["codex-appserver", cancel],
  ["codex-exec", refused],
  ["codex-exec", resume],
  ["grok", cancel],
  ["claude-agent-acp", cancel],
  ["codex-acp", cancel],
];

test.for(others)("%s still says what it was recorded to say", network, async ([recorder, recording]) => {
  const { cli: name, folder, chance } = recorders[recorder];
  const { testedVersions }: KnownCli = knownClis[name];
  for (const version of testedVersions) {
    const recorded = await readFixture(fixturePath({ root, cli: folder, version, name: recording.name }));
    const cli = await realCli(name, version);
    const fresh = await record(cli, recording, { host, recorder });
    expect(diffFixtures(recorded, fresh, chance ? { chance } : {})).toBe("");
  }
});

test("where there are several ways to talk to a CLI one has to be named", network, async () => {
  const codex = await realCli("codex", "0.171.0");
  await expect(record(codex, allow, { host })).rejects.toMatchObject({
    code: "recordFailed",
    hint: expect.stringContaining("codex-appserver"),
  });
});

const waits: readonly [Act, string][] = [
  [{ untilTurnEnd: true }, "the CLI ended before the turn ended"],
  [{ untilText: "never" }, 'the CLI ended before it wrote "never"'],
  [{ untilAsked: true }, "the CLI ended before it asked"],
  [{ answer: { allow: true } }, "the CLI ended before it asked"],
  [{ untilGate: "never" }, "the CLI ended before the script did"],
  [{ untilFile: "never" }, "the CLI ended before the script did"],
];

test.for(waits)("a CLI that ends during %j is a failure that says so", network, async ([act, message]) => {
  const claude = await realCli("claude", "2.1.332");
  const recording: Recording = {
    name: "ends-early",
    scenario: { name: "hang", replies: [[{ gate: "here" }, { hang: true }]] },
    script: [{ user: "Go." }, { untilGate: "here" }, { signal: "SIGKILL" }, act],
  };
  await expect(record(claude, recording, { host })).rejects.toMatchObject({ code: "recordFailed", message });
});

test("an abort ends the recording and the CLI", network, async () => {
  const claude = await realCli("claude", "2.1.332");
  const abort = new AbortController();
  const recording: Recording = {
    name: "aborted",
    reply: () => {
      abort.abort(new Error("enough"));
      return [{ hang: true }];
    },
    script: [{ user: "Go." }, { untilGate: "never" }],
  };
  await expect(record(claude, recording, { host, signal: abort.signal })).rejects.toThrow("enough");
});

test("nothing of this machine is left in a recording", network, async () => {
  const claude = await realCli("claude", "2.1.332");
  const { entries } = await record(claude, allow, { host });
  const text = JSON.stringify(entries);
  expect(text).toContain("/lab/project");
  for (const trace of ["nucleic-lab", claude.path, "lab-dummy-key"]) expect(text).not.toContain(trace);
  expect(linesOf(entries, "exit")).toEqual(['{"cause":"exited","code":0,"stderr":""}']);
});
