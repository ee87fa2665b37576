import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type AgentEvent, systemClock, type ToolName } from "@nucleic/protocol";
import type { ScriptedStep } from "@nucleic/protocol/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openDatabase } from "../src/database/open.ts";
import { openRuntime } from "../src/open-runtime.ts";
import { iterate, scriptedRuntime, until } from "./support.ts";

const tables = ["session", "approval", "usage", "project", "trust", "always_rule", "setting"] as const;

async function dump(dataDir: string): Promise<Record<string, unknown[]>> {
  const database = openDatabase(join(dataDir, "nucleic.db"), systemClock);
  try {
    const rows: Record<string, unknown[]> = {};
    for (const table of tables) rows[table] = await database.selectFrom(table).selectAll().execute();
    for (const table of tables) rows[table]?.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    return rows;
  } finally {
    await database.destroy();
  }
}

async function spoil(dataDir: string): Promise<void> {
  const database = openDatabase(join(dataDir, "nucleic.db"), systemClock);
  await database
    .updateTable("session")
    .set({ status: "running", last_seq: 1, model: "x", ahead: 9 })
    .execute();
  await database.updateTable("approval").set({ resolved_at: null, summary: "x", decision: null }).execute();
  await database.deleteFrom("usage").execute();
  await database.destroy();
  for (const side of ["", "-wal", "-shm"]) await rm(join(dataDir, `search.db${side}`), { force: true });
}

const step: fc.Arbitrary<ScriptedStep> = fc.oneof(
  fc.constantFrom("One.", "Two words.").map((say) => ({ say })),
  fc
    .tuple(fc.constantFrom<ToolName>("Bash", "Read", "Write"), fc.constantFrom("a", "b"))
    .map(([call, name]) => ({ call, input: call === "Bash" ? { command: `ls ${name}` } : { path: name } })),
  fc.record({ inputTokens: fc.nat(1_000), outputTokens: fc.nat(100) }).map((usage) => ({ usage })),
  fc.constant({ crash: { exitCode: 3 } }),
);
interface History {
  readonly turns: ScriptedStep[][];
  readonly answers: "allow" | "deny" | "allowAlways";
}
const history: fc.Arbitrary<History> = fc.record({
  turns: fc.array(fc.array(step, { maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  answers: fc.constantFrom("allow" as const, "deny" as const, "allowAlways" as const),
});

/** Plays sessions to their ends, each turn as the script says. */
async function played(histories: readonly History[]) {
  let turn: readonly ScriptedStep[] = [];
  const made = await scriptedRuntime({ scenario: ({ step: at }) => (at === 0 ? turn : []) });
  for (const { turns, answers } of histories) {
    const session = await made.create({
      approvals: {
        decide: () => (answers === "allowAlways" ? undefined : { decision: { kind: answers }, by: "policy" }),
        otherwise: "ask",
      },
    });
    const events = iterate(session);
    const answering = (async () => {
      for await (const event of session.subscribe() as AsyncIterable<AgentEvent>)
        if (event.kind === "approvalRequested" && !event.auto)
          await session.answerApproval(event.request.id, { kind: "allowAlways", scope: "project" });
    })();
    for (const steps of turns) {
      turn = steps;
      try {
        await session.send("go");
        await until(events, "turnCompleted");
      } catch {
        // The agent crashed, as its script says.
        break;
      }
    }
    await session.record({ kind: "diffstat", files: 1, added: 2, removed: 3, ahead: 1, behind: 0 });
    await session.close();
    await answering;
  }
  return made;
}

it("a rebuild of any history gives the rows that were there, and changes nothing else", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: 2 }), async (histories) => {
      const { runtime, dataDir, backend } = await played(histories);
      await runtime.close();
      const live = await dump(dataDir);
      await spoil(dataDir);
      // Opened as it is: the start would put right what looks left behind.
      await using again = await openRuntime({ dataDir, backends: [backend] });
      expect(await again.rebuild()).toEqual({
        rebuilt: histories.length,
        found: [],
        held: [],
        withoutTranscript: [],
      });
      const rebuilt = await dump(dataDir);
      expect(rebuilt).toEqual(live);
      await again.rebuild();
      expect(await dump(dataDir)).toEqual(live);
      expect((await again.search("go")).isComplete).toBe(true);
    }),
    { numRuns: 12 },
  );
});

it("finds sessions again that the database has lost, with their names, projects and worktrees", async () => {
  const { runtime, create, dataDir, backend } = await scriptedRuntime({
    scenario: () => [{ usage: { inputTokens: 5, outputTokens: 1 } }, { say: "Done." }],
  });
  const worktree = { path: dataDir, branch: "nucleic/x", baseSha: "abc" };
  const session = await create({ input: "go", workspace: { cwd: dataDir, worktree }, title: "Mend it" });
  await until(iterate(session), "turnCompleted");
  await session.close();
  await runtime.close();
  const before = await dump(dataDir);
  for (const name of ["nucleic.db", "search.db"])
    for (const side of ["", "-wal", "-shm"]) await rm(join(dataDir, name + side), { force: true });
  await using again = await openRuntime({ dataDir, backends: [backend] });
  expect(await again.listSessions()).toEqual([]);
  expect((await again.rebuild()).found).toEqual([session.id]);
  const after = await dump(dataDir);
  expect({ ...after, project: [] }).toEqual({ ...before, project: [] });
  expect((await again.projects.list()).map(({ name, rootPath }) => [name, rootPath])).toEqual([
    ["demo", dataDir],
  ]);
  expect((await again.search("done")).hits).toHaveLength(1);
  await again.resumeSession(session.id).then((resumed) => resumed.close());
});

it("leaves a session alone that a process holds", async () => {
  const { runtime, create } = await scriptedRuntime({ name: "none", replies: [] });
  const session = await create({ input: "go" });
  expect(await runtime.rebuild()).toMatchObject({ held: [session.id], rebuilt: 0, withoutTranscript: [] });
});
