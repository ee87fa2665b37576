import { randomUUID } from "node:crypto";
import { localProcessHost } from "@nucleic/process";
import {
  type AgentBackend,
  type AgentEvent,
  type AgentRun,
  type EventBody,
  PROTOCOL_VERSION,
  type SessionSpec,
} from "@nucleic/protocol";
import { scriptedBackend } from "@nucleic/protocol/testing";

const none = scriptedBackend({ scenario: { name: "none", replies: [] } });
const { capabilities } = none.describe();

/** A backend whose run is what `run` makes of a sound one that says nothing until it is closed. */
export function backendOf(id: string, run: (sound: AgentRun, spec: SessionSpec) => AgentRun): AgentBackend {
  const start = async (spec: SessionSpec) => run(silentRun(spec), spec);
  return { ...none, describe: () => ({ ...none.describe(), id }), start, resume: start };
}

export function stamp(spec: SessionSpec, body: EventBody): AgentEvent {
  return { v: PROTOCOL_VERSION, sessionId: spec.sessionId, at: 1, origin: "backend", ...body } as AgentEvent;
}

export const started = (spec: SessionSpec) =>
  stamp(spec, { kind: "sessionStarted", backend: "b", backendSessionId: "s", cwd: spec.cwd, capabilities });

function silentRun(spec: SessionSpec): AgentRun {
  const over = Promise.withResolvers<void>();
  const close = async () => over.resolve();
  return {
    events: (async function* () {
      yield started(spec);
      await over.promise;
      yield stamp(spec, { kind: "runFinished", outcome: "completed" });
    })(),
    send: async () => undefined,
    steer: async () => undefined,
    interrupt: async () => undefined,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function bad(): never {
  throw new Error("a bad adapter");
}

/** Adapters that break in every method and iterator, thrown outright or in a promise. */
export const throwingBackends: readonly AgentBackend[] = [
  { ...none, describe: () => ({ ...none.describe(), id: "throws in start" }), start: bad, resume: bad },
  backendOf("throws in iteration", (sound) => ({ ...sound, events: { [Symbol.asyncIterator]: bad } })),
  backendOf("throws in next", (sound) => ({
    ...sound,
    events: { [Symbol.asyncIterator]: () => ({ next: bad }) },
  })),
  backendOf("rejects in the middle", (sound, spec) => ({
    ...sound,
    events: (async function* () {
      yield started(spec);
      bad();
    })(),
  })),
  backendOf("rejects in batches", (sound, spec) => ({
    ...sound,
    eventBatches: (async function* () {
      yield [started(spec)];
      bad();
    })(),
  })),
  backendOf("throws in send", (sound) => ({ ...sound, send: bad })),
  backendOf("throws in all else", (sound) => ({
    ...sound,
    steer: bad,
    interrupt: bad,
    setMode: bad,
    setModel: bad,
  })),
  backendOf("throws in close", (sound) => ({
    ...sound,
    close() {
      void sound.close();
      bad();
    },
  })),
];

/** An agent that is a real program and dies by a signal, in the middle of a line. */
export const crashingChild = backendOf("crashing child", (sound, spec) => {
  const child = localProcessHost().spawn({
    command: "/bin/sh",
    args: ["-c", "echo said; printf half; kill -SEGV $$"],
    cwd: spec.cwd,
    env: {},
    runId: spec.runId ?? randomUUID(),
  });
  return {
    ...sound,
    events: (async function* () {
      yield started(spec);
      for await (const frame of child.lines)
        yield stamp(spec, { kind: "raw", backend: "b", native: frame.kind });
      const { signal } = await child.exited;
      yield stamp(spec, { kind: "runFinished", outcome: "failed", ...(signal && { signal }) });
    })(),
  };
});

/** Never says that it took a message. */
export const deafBackend = backendOf("deaf", (sound) => {
  const over = Promise.withResolvers<void>();
  return {
    ...sound,
    send: () => over.promise,
    async close() {
      over.resolve();
      await sound.close();
    },
  };
});

/** Writes so many records as fast as they are taken. */
export const floodingBackend = (records: number) =>
  backendOf("flooding", (sound, spec) => ({
    ...sound,
    events: (async function* () {
      yield started(spec);
      for (let i = 0; i < records; i++)
        yield stamp(spec, { kind: "raw", backend: "b", native: `${i} ${"x".repeat(4_000)}` });
      yield stamp(spec, { kind: "runFinished", outcome: "completed" });
    })(),
  }));
