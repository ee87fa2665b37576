import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type KnownCliName, knownClis } from "@nucleic/lab";
import { runCommand } from "@nucleic/process";
import { checkStream } from "@nucleic/protocol";
import type { Reply } from "@nucleic/protocol/testing";
import { expect, test, vi } from "vitest";
import { AgentBench } from "./agent-bench.ts";

// The real agents, run by themselves in a repository, and then taken in. Only the models behind them are scripted.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const say = (words: string): Reply => [{ say: words }];

interface Native {
  readonly cli: KnownCliName;
  readonly backend: string;
  /** Says one thing to the agent, without us. */
  readonly args: (words: string) => readonly string[];
}

const natives: readonly Native[] = [
  { cli: "claude", backend: "claude", args: (words) => ["-p", words] },
  { cli: "codex", backend: "codex", args: (words) => ["exec", "--skip-git-repo-check", words] },
  { cli: "grok", backend: "grok", args: (words) => ["-p", words] },
];

test.each(natives)(
  "$cli, run by itself, is listed, imported once, shown, found and taken up",
  async (native) => {
    const version = knownClis[native.cli].testedVersions.at(-1) ?? "";
    const replies = [
      say("The wombat sleeps."),
      say("The wombat sleeps."),
      say("It woke up."),
      say("It woke up."),
    ];
    await using bench = await AgentBench.make(native.cli, version, ...replies);
    const cwd = bench.place.repository;
    const args = native.args("Where is the wombat?");
    const ran = await runCommand(bench.program, args, { cwd, env: bench.env, timeoutMs: 60_000 });
    expect(ran.ok, ran.stderr).toBe(true);
    const listed = await bench.run("import", native.backend, "--list", "--json");
    expect(listed.json).toMatchObject([
      { backend: native.backend, title: expect.any(String), cwd: expect.any(String) },
    ]);
    expect(listed.json[0]).not.toHaveProperty("sessionId");

    const imported = await bench.run("import", native.backend, "--json");
    expect(imported.json).toMatchObject([{ outcome: "imported", session: { status: "finished" } }]);
    expect((await bench.run("import", "--json")).json).toEqual([]);
    const { id } = await bench.session();
    expect((await bench.run("import", "--list", "--json")).json).toMatchObject([
      { sessionId: id, hasGrown: false },
    ]);
    expect((await bench.run("show", id)).stdout).toContain("The wombat sleeps.");
    expect((await bench.run("search", "wombat", "--json")).json).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ sessionId: id })]),
    );

    const resumed = await bench.run("resume", id, "And now?", "--json");
    expect(resumed.json.find((event) => event.kind === "sessionStarted")).toMatchObject({ resumed: true });
    expect(resumed.code).toBe(0);
    const records = await bench.records();
    expect(checkStream(records).faults).toEqual([]);
    expect(records.filter((event) => event.kind === "runFinished")).toHaveLength(2);
    // What we did in it ourselves is no news.
    expect(
      (await bench.run("import", "--session", String(listed.json[0]?.backendSessionId), "--json")).json,
    ).toMatchObject([{ outcome: "known", session: { id } }]);

    await rm(join(bench.place.home, "sessions", id, "transcript.jsonl"));
    const repaired = await bench.run("repair", id, "--from-native");
    expect(repaired.stdout).toContain("from the agent's own file");
    expect((await bench.run("show", id)).stdout).toContain("The wombat sleeps.");
  },
);

test("what cannot be done is said, with the way out", async () => {
  await using bench = await AgentBench.make("claude", "2.1.332");
  expect(await bench.run("import", "demo")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("one of: claude"),
  });
  expect(await bench.run("import", "--session", "nothing")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("no agent keeps a session nothing"),
  });
  expect(await bench.run("import", "--again")).toMatchObject({ code: 2 });
  expect(await bench.run("import")).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("--list --all"),
  });
});
