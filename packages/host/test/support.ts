import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "@nucleic/process";
import type { ProjectId, SessionId } from "@nucleic/protocol";
import { type ScriptedOptions, scriptedBackend } from "@nucleic/protocol/testing";
import { HostClient, type SessionEvent } from "@nucleic/sync/client";
import { onTestFinished } from "vitest";
import { type Host, type HostOptions, openHost } from "../src/index.ts";

/** A folder that is gone after the test, or after whatever else is named. */
export async function temporaryDirectory(
  after: (tidy: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "nucleic-host-"));
  after(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** What git needs, and nothing of this machine. */
export const gitEnv = {
  PATH: process.env.PATH ?? "",
  HOME: "/nowhere",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.org",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.org",
};

/** A repository with one commit. */
export async function repository(): Promise<string> {
  const directory = await temporaryDirectory();
  const git = (...args: string[]) => runCommand("git", args, { cwd: directory, env: gitEnv });
  await git("init", "-q", "-b", "main");
  await writeFile(join(directory, "a.txt"), "one\n");
  await git("add", ".");
  await git("commit", "-qm", "first");
  return directory;
}

/** A host with a scripted agent, closed after the test. */
export async function scriptedHost(
  scripted: Omit<ScriptedOptions, "id">,
  options: Partial<HostOptions> = {},
): Promise<Host & { readonly dataDir: string }> {
  const dataDir = options.dataDir ?? (await temporaryDirectory());
  const host = await openHost({
    dataDir,
    version: "0.0.0-test",
    backends: [scriptedBackend(scripted)],
    env: gitEnv,
    ...options,
  });
  onTestFinished(() => host.close());
  return Object.assign(host, { dataDir });
}

/** A client in this process, closed after the test. */
export function clientOf(host: Host, name = "test"): HostClient {
  const client = new HostClient({ name, connect: async () => host.connect(name), maxAttempts: 1 });
  onTestFinished(() => client.close());
  return client;
}

/** A project of a new repository. */
export async function newProject(client: HostClient): Promise<ProjectId> {
  return (await client.intent("addProject", { path: await repository() })).projectId;
}

/** Starts a session of the scripted agent. */
export async function start(client: HostClient, projectId: ProjectId, text = "go"): Promise<SessionId> {
  const input = { text, context: [] };
  return (await client.intent("start", { projectId, backend: "scripted", input })).sessionId;
}

/** The records of a session, from its first on. */
export async function* recordsOf(client: HostClient, id: SessionId): AsyncGenerator<SessionEvent, void> {
  for await (const news of client.follow(id, { tail: 2_000 }))
    if (news.kind === "snapshot" || news.kind === "records") yield* news.records;
}

/** All records of a session that are there now. */
export async function allRecords(client: HostClient, id: SessionId): Promise<readonly SessionEvent[]> {
  const records: SessionEvent[] = [];
  for await (const news of client.follow(id, { tail: 2_000 })) {
    if (news.kind === "live") break;
    if (news.kind === "snapshot" || news.kind === "records") records.push(...news.records);
  }
  return records;
}

/** Reads on until a record of that kind. */
export async function until(
  records: AsyncIterator<SessionEvent>,
  kind: string,
): Promise<SessionEvent & { readonly [member: string]: unknown }> {
  for (;;) {
    const { done, value } = await records.next();
    if (done) throw new Error(`the records ended before a ${kind}`);
    if (value.kind === kind) return value as SessionEvent & { readonly [member: string]: unknown };
  }
}
