import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { type AgentEvent, checkStream } from "@nucleic/protocol";
import { type Model, type Reply, scriptedBackend } from "@nucleic/protocol/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { openRuntime } from "../src/open-runtime.ts";
import type { Runtime, RuntimeOptions } from "../src/runtime.ts";
import type { Session } from "../src/session/session.ts";
import { systemFiles } from "../src/transcript/files.ts";
import { crashingChild, deafBackend, floodingBackend, throwingBackends } from "./bad-backends.ts";
import { collect, iterate, newSession, temporaryDirectory, transcript, until } from "./support.ts";

const read = { call: "Read" as const, input: { file_path: "a" } };
const edit = { call: "Edit" as const, input: { file_path: "a", old_string: "a", new_string: "b" } };
const replies: readonly Reply[] = [
  [{ say: "First, I look." }, read],
  [{ think: "Hm." }, edit],
  [{ say: "Done." }],
];
const work: Model = ({ step }) => replies[step] ?? [];

async function open(options: Partial<RuntimeOptions> = {}): Promise<{ runtime: Runtime; dataDir: string }> {
  const dataDir = await temporaryDirectory();
  const bad = [...throwingBackends, crashingChild, deafBackend];
  const runtime = await openRuntime({
    dataDir,
    backends: [scriptedBackend({ scenario: work }), ...bad],
    disk: { reserveBytes: 64 * 1024 },
    ...options,
  });
  onTestFinished(() => runtime.close());
  return { runtime, dataDir };
}

const allow = {
  decide: () => ({ decision: { kind: "allow" as const }, by: "policy" as const, rule: "all" }),
  otherwise: "deny" as const,
};

/** Plays the whole scenario and closes. */
async function worker(runtime: Runtime, dataDir: string): Promise<Session> {
  const session = await newSession(runtime, dataDir, { input: "go", approvals: allow });
  await until(iterate(session), "turnCompleted");
  await session.close();
  return session;
}

const kinds = (events: readonly AgentEvent[]) => events.map(({ kind }) => kind);

async function expectWhole(runtime: Runtime, session: Session, expected: readonly string[]): Promise<void> {
  const events = await transcript(runtime, session);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
  expect(kinds(events)).toEqual(expected);
  expect(new Set(events.map(({ sessionId }) => sessionId))).toEqual(new Set([session.id]));
  expect(checkStream(events).faults).toEqual([]);
  expect(session.status).toBe("finished");
}

describe("a hundred sessions in one process", () => {
  it("are not touched by adapters that throw, a child that dies, or whoever watches", async () => {
    const { runtime, dataDir } = await open();
    const alone = await worker(runtime, dataDir);
    const expected = kinds(await transcript(runtime, alone));

    const healthy = Array.from({ length: 88 }, () => worker(runtime, dataDir));
    const broken = [...throwingBackends, crashingChild].map(async (backend) => {
      const opened = Promise.withResolvers<Session>();
      const { id } = backend.describe();
      await newSession(runtime, dataDir, { backend: id, input: "go", onOpen: opened.resolve }).catch(
        () => undefined,
      );
      const session = await opened.promise;
      await Promise.allSettled([
        session.steer("x"),
        session.interrupt(),
        session.setMode("plan"),
        session.setModel("m"),
      ]);
      await session.close();
      return session;
    });
    const watched = await newSession(runtime, dataDir, { approvals: allow });
    const hanging = iterate(watched);
    await hanging.next();
    const throwing = (async () => {
      for await (const _ of watched.subscribe()) throw new Error("a bad subscriber");
    })();
    await expect(throwing).rejects.toThrow("a bad subscriber");
    const deaf = await newSession(runtime, dataDir, { backend: "deaf" });
    await until(iterate(deaf), "sessionStarted");
    const sends = Array.from({ length: 300 }, (_, i) =>
      deaf.send(`${i}`).then(
        () => "taken",
        (error) => error.code,
      ),
    );
    expect(await sends.at(-1)).toBe("mailboxFull");

    await watched.send("go");
    await until(iterate(watched), "turnCompleted");
    await watched.close();
    for (const session of [watched, ...(await Promise.all(healthy))])
      await expectWhole(runtime, session, expected);
    for (const session of await Promise.all(broken)) {
      const events = await transcript(runtime, session);
      expect(checkStream(events).faults).toEqual([]);
      expect(["failed", "finished", "interrupted"]).toContain(session.status);
      expect(events.at(-1)?.kind).toMatch(/runFinished|error/);
    }
    await deaf.close();
    const codes = await Promise.all(sends);
    expect(codes.filter((code) => code === "mailboxFull")).toHaveLength(300 - 256);
    // Who hangs may go on at any time, and misses nothing.
    const rest = await collect({ [Symbol.asyncIterator]: () => hanging });
    expect(rest.filter(({ seq }) => seq !== undefined).map(({ seq }) => seq)).toEqual(
      expected.slice(1).map((_, i) => i + 2),
    );
  });

  it("nor by a view that throws as it is opened, or whoever is told of problems", async () => {
    const told: string[] = [];
    const { runtime, dataDir } = await open({
      onProblem: ({ code }) => {
        told.push(code);
        throw new Error("a bad listener");
      },
    });
    const thrown = newSession(runtime, dataDir, {
      onOpen: () => {
        throw new Error("a bad view");
      },
    });
    await expect(thrown).rejects.toThrow("a bad view");
    const [left] = await runtime.listSessions();
    expect(left?.status).toBe("interrupted");
    // It is nobody's now: whoever wants it can have it.
    await (await runtime.openSession(left?.id as never)).close();
    const session = await worker(runtime, dataDir);
    expect(session.status).toBe("finished");
    await appendFile(join(dataDir, "sessions", session.id, "transcript.jsonl"), "half a reco");
    await (await runtime.openSession(session.id)).close();
    expect(told).toEqual(["transcriptDamaged"]);
  });
});

describe("the disk is shared out fairly", () => {
  it("what is urgent waits for a bounded number of writes of others, however much they write", async () => {
    const operations: string[] = [];
    const files: typeof systemFiles = {
      ...systemFiles,
      async create(path) {
        const file = await systemFiles.create(path);
        return {
          ...file,
          datasync() {
            operations.push(path);
            return file.datasync();
          },
        };
      },
    };
    const records = 1_500;
    const flooding = floodingBackend(records);
    const { runtime, dataDir } = await open({
      files,
      backends: [scriptedBackend({ scenario: work }), flooding],
    });
    const sibling = await newSession(runtime, dataDir, {});
    await until(iterate(sibling), "sessionStarted");
    const floods = await Promise.all(
      Array.from({ length: 4 }, () => newSession(runtime, dataDir, { backend: "flooding" })),
    );
    const waits: number[] = [];
    const flooded = () => floods.some((session) => session.status !== "finished");
    while (flooded()) {
      const before = operations.length;
      await sibling.record({ kind: "dispositionChanged", disposition: "blocked", by: "person" });
      waits.push(operations.length - before);
    }
    // Written while they were at it, not after.
    expect(waits.length).toBeGreaterThan(4);
    // Its own write and sync stand behind what each other session has under way, and what each begins meanwhile.
    expect(Math.max(...waits)).toBeLessThanOrEqual(4 * floods.length);
    for (const session of floods) {
      await session.close();
      expect(session.lastSeq).toBeGreaterThanOrEqual(records);
    }
  });
});
