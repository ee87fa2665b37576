import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentEvent } from "@nucleic/protocol";
import { type ScriptedOptions, scriptedBackend } from "@nucleic/protocol/testing";
import { onTestFinished } from "vitest";
import { openRuntime } from "../src/open-runtime.ts";
import type { CreateSession, Runtime, RuntimeOptions } from "../src/runtime.ts";
import type { Session, SessionEvent } from "../src/session/session.ts";

/** A folder that is gone after the test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "nucleic-runtime-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** A runtime with a scripted agent, closed after the test. */
export async function scriptedRuntime(
  scenario: ScriptedOptions["scenario"] | Omit<ScriptedOptions, "id">,
  options: Partial<RuntimeOptions> = {},
) {
  const dataDir = options.dataDir ?? (await temporaryDirectory());
  const scripted =
    typeof scenario === "object" && "scenario" in scenario ? scenario : { scenario: scenario as never };
  const backend = scriptedBackend(scripted);
  const disk = { reserveBytes: 64 * 1024 };
  const runtime = await openRuntime({ dataDir, backends: [backend], disk, ...options });
  onTestFinished(() => runtime.close());
  const create = (more: Partial<CreateSession> = {}) => newSession(runtime, dataDir, more);
  return { runtime, backend, dataDir, create };
}

export async function newSession(
  runtime: Runtime,
  cwd: string,
  more: Partial<CreateSession> = {},
): Promise<Session> {
  const project = await runtime.projects.ensure({ rootPath: cwd, name: "demo", defaultBranch: "main" });
  return runtime.createSession({
    projectId: project.id,
    backend: "scripted",
    title: "A task",
    workspace: { cwd },
    ...more,
  });
}

/** Reads on until an event of that kind. The events read on the way come with it. */
export async function until<K extends AgentEvent["kind"]>(
  events: AsyncIterator<SessionEvent>,
  kind: K,
  match: (event: Extract<AgentEvent, { kind: K }>) => boolean = () => true,
): Promise<{ readonly event: Extract<AgentEvent, { kind: K }>; readonly all: readonly AgentEvent[] }> {
  const all: AgentEvent[] = [];
  for (;;) {
    const next = await events.next();
    if (next.done) throw new Error(`the events ended before a ${kind}: ${all.map((e) => e.kind).join(" ")}`);
    const event = next.value as AgentEvent;
    all.push(event);
    if (event.kind === kind && match(event as Extract<AgentEvent, { kind: K }>))
      return { event: event as Extract<AgentEvent, { kind: K }>, all };
  }
}

export function iterate(session: Session, options?: Parameters<Session["subscribe"]>[0]) {
  return session.subscribe(options)[Symbol.asyncIterator]();
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export async function transcript(runtime: Runtime, session: Session): Promise<AgentEvent[]> {
  return (await collect(runtime.readTranscript(session.id))) as AgentEvent[];
}
