import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkStream } from "@nucleic/protocol";
import { createGates, scriptedBackend } from "@nucleic/protocol/testing";
import { describe, expect, it } from "vitest";
import { openRuntime } from "../src/open-runtime.ts";
import type { RuntimeProblem } from "../src/runtime.ts";
import type { Session } from "../src/session/session.ts";
import { faultyFiles } from "../src/testing/index.ts";
import { collect, iterate, newSession, scriptedRuntime, transcript, until } from "./support.ts";

const command = { call: "Bash" as const, input: { command: "ls" } };

describe("when the disk fails", () => {
  it.each(["write", "datasync"] as const)(
    "a failed %s stops the agent and allows nothing",
    async (operation) => {
      let broken = false;
      const files = faultyFiles({
        write: () => (broken && operation === "write" ? { code: "ENOSPC", takenBytes: 10 } : undefined),
        datasync: () => (broken && operation === "datasync" ? "EIO" : undefined),
      });
      const performed: string[] = [];
      const { runtime, create } = await scriptedRuntime(
        {
          scenario: { name: "one", replies: [[command]] },
          perform: async (tool) => {
            performed.push(tool);
            return {};
          },
        },
        { files },
      );
      const session = await create({ input: "go" });
      const events = iterate(session);
      const { event } = await until(events, "approvalRequested");
      broken = true;
      const answer = session.answerApproval(event.request.id, { kind: "allow" });
      await expect(answer).rejects.toMatchObject({ name: "StorageError" });
      const { event: error } = await until(events, "error");
      expect(error).toMatchObject({ code: "storageFailed", hint: expect.any(String) });
      expect(error).not.toHaveProperty("seq");
      await session.runEnded;
      expect(performed).toEqual([]);
      expect(session.storageFailure).toMatchObject({ name: "StorageError" });
      await expect(session.send("hello?")).rejects.toMatchObject({ name: "StorageError" });
      await session.close();

      broken = false;
      const resumed = await runtime.resumeSession(session.id);
      expect(resumed.status).toMatch(/starting|awaitingInput/);
      await resumed.close();
      const all = await transcript(runtime, resumed);
      expect(checkStream(all).faults).toEqual([]);
      const resolved = all.filter((e) => e.kind === "approvalResolved");
      expect(resolved).toHaveLength(1);
    },
  );

  it("of a session that has not begun, closing it lets go of it all the same, and the next to open it ends it", async () => {
    let broken = false;
    const options = { files: faultyFiles({ datasync: () => (broken ? "EIO" : undefined) }) };
    const { runtime, create, dataDir, backend } = await scriptedRuntime(
      { name: "none", replies: [] },
      options,
    );
    let session: Session | undefined;
    const onOpen = (opened: Session) => {
      session = opened;
      broken = true;
      void opened.close();
    };
    await expect(create({ onOpen })).rejects.toThrow();
    await session?.close();
    expect(session?.storageFailure).toMatchObject({ code: "syncFailed" });
    await runtime.close();
    await using again = await openRuntime({ dataDir, backends: [backend] });
    expect(await again.listSessions()).toMatchObject([{ status: "interrupted" }]);
  });

  it("one session's failure touches no other", async () => {
    const gates = createGates();
    const broken = new Set<string>();
    const { runtime, create } = await scriptedRuntime({
      scenario: ({ input }) =>
        input.text === "stay" ? [{ gate: "stay" }, { say: "Still here." }] : [command],
      gates,
    });
    const healthy = await create({ input: "stay" });
    const sick = await create({ input: "go" });
    await until(iterate(sick), "approvalRequested");
    broken.add(sick.id);
    const view = sick.subscribe();
    await (async () => {
      for await (const _event of view) throw new Error("a broken view");
    })().catch((error: unknown) => expect(error).toMatchObject({ message: "a broken view" }));
    await sick.close();
    gates.open("stay");
    expect((await until(iterate(healthy), "turnCompleted")).event.finalText).toBe("Still here.");
    expect(await runtime.findSession(sick.id)).toMatchObject({ status: "interrupted" });
  });
});

describe("an agent that breaks its promises", () => {
  it("is given a proper end when it leaves without a word, its open text kept", async () => {
    const backend = scriptedBackend({
      scenario: { name: "talk", replies: [[{ say: "Half a", chunks: ["Half", " a"] }, { gate: "on" }]] },
      gates: createGates(),
    });
    const silent = {
      ...backend,
      start: async (...args: Parameters<typeof backend.start>) => {
        const run = await backend.start(...args);
        return {
          send: (input: Parameters<typeof run.send>[0]) => run.send(input),
          steer: (input: Parameters<typeof run.steer>[0]) => run.steer(input),
          interrupt: () => run.interrupt(),
          close: () => run.close(),
          [Symbol.asyncDispose]: () => run.close(),
          events: (async function* () {
            for await (const event of run.events) {
              yield event;
              // Leaves in the middle of its text.
              if (event.kind === "assistantText" && event.text.trim() === "a") return;
            }
          })(),
        };
      },
    };
    const { dataDir, runtime } = await scriptedRuntime(
      { name: "unused", replies: [] },
      { backends: [silent] },
    );
    const session = await newSession(runtime, dataDir, { input: "talk" });
    await session.runEnded;
    expect(session.status).toBe("failed");
    const all = await transcript(runtime, session);
    expect(all.find((event) => event.kind === "assistantText")).toMatchObject({
      text: "Half a",
      truncated: true,
    });
    expect(all.at(-1)).toMatchObject({ kind: "runFinished", outcome: "failed", error: { code: "crashed" } });
    expect(checkStream(all).faults).toEqual([]);
  });
});

describe("a damaged data directory", () => {
  it("is reported, kept, and worked around", async () => {
    const backend = scriptedBackend({ scenario: { name: "hi", replies: [] } });
    const { runtime, create, dataDir } = await scriptedRuntime(
      { name: "hi", replies: [] },
      { backends: [backend] },
    );
    const session = await create({ input: "hello" });
    await until(iterate(session), "turnCompleted");
    await runtime.close();
    const path = join(dataDir, "sessions", session.id, "transcript.jsonl");
    const lines = (await readFile(path, "utf8")).split("\n");
    await writeFile(path, [...lines.slice(0, 3), "\0".repeat(50), ...lines.slice(4)].join("\n"));
    await appendFile(path, '{"v":1,"seq":99,"ki');

    const problems: RuntimeProblem[] = [];
    await using again = await openRuntime({
      dataDir,
      backends: [backend],
      onProblem: (p) => problems.push(p),
    });
    const resumed = await again.resumeSession(session.id, { input: "again" });
    expect(problems.map((problem) => problem.code)).toEqual(["transcriptDamaged", "transcriptDamaged"]);
    await until(iterate(resumed, { fromSeq: "now" }), "turnCompleted");
    await resumed.close();
    const seqs = (await collect(again.readTranscript(session.id))).map((event) => event.seq);
    expect(seqs).toEqual(Array.from({ length: resumed.lastSeq }, (_, i) => i + 1).filter((seq) => seq !== 3));
  });
});
