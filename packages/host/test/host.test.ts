import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type ApprovalRequest, createIds, systemClock } from "@nucleic/protocol";
import type { SessionItem } from "@nucleic/protocol/messages";
import { HostClient, webSocketTo } from "@nucleic/sync/client";
import { describe, expect, it } from "vitest";
import { findHost } from "../src/index.ts";
import { clientOf, newProject, recordsOf, scriptedHost, start, until } from "./support.ts";

const say = { scenario: { name: "say", replies: [[{ say: "Hello." }]] } };
const asks = {
  scenario: { name: "command", replies: [[{ call: "Bash" as const, input: { command: "ls" } }]] },
  perform: async () => ({}),
};

describe("a session through a host", () => {
  it("is started in a worktree of its own, followed, directed and stopped", async () => {
    const client = clientOf(await scriptedHost(say));
    const projectId = await newProject(client);
    const id = await start(client, projectId, "greet me\nand more");
    const records = recordsOf(client, id);
    await until(records, "turnCompleted");
    await client.intent("prompt", { input: { text: "again", context: [] } }, { sessionId: id });
    expect(await until(records, "userMessage")).toMatchObject({ text: "again" });
    await until(records, "turnCompleted");
    await until(records, "diffstat");
    const { sessions } = await client.board((board) => board.sessions[0]?.status === "awaitingInput");
    expect(sessions).toMatchObject([
      {
        id,
        title: "greet me",
        status: "awaitingInput",
        isRunning: true,
        branch: expect.stringMatching(/greet-me/),
      },
    ]);
    await client.intent("stop", {}, { sessionId: id });
    await until(records, "runFinished");
    await expect(client.intent("interrupt", {}, { sessionId: id })).rejects.toMatchObject({
      code: "notRunning",
    });
  });

  it("goes on when it is taken up again, for those who watched all along", async () => {
    const client = clientOf(await scriptedHost(say));
    const id = await start(client, await newProject(client));
    const records = recordsOf(client, id);
    await until(records, "turnCompleted");
    await client.intent("stop", {}, { sessionId: id });
    await until(records, "runFinished");
    const again = recordsOf(client, id);
    await client.intent("resume", { input: { text: "go on", context: [] } }, { sessionId: id });
    for (const kind of ["runFinished", "sessionStarted", "turnCompleted"]) await until(again, kind);
    const forked = await client.intent("fork", { title: "another way" }, { sessionId: id });
    const isFork = (one: SessionItem) => one.id === forked.sessionId && one.forkedFrom === id;
    const { sessions } = await client.board((board) => board.sessions.some(isFork));
    expect(sessions.find(isFork)).toMatchObject({ title: "another way" });
  });

  it("is begun once by an intent that comes again while it is done, and both hear the same", async () => {
    const host = await scriptedHost(say);
    const [first, again] = [clientOf(host, "same"), clientOf(host, "same")];
    const projectId = await newProject(first);
    const task = { projectId, backend: "scripted", input: { text: "once", context: [] } };
    const id = createIds(systemClock).intent();
    const answers = await Promise.all([first, again].map((client) => client.intent("start", task, { id })));
    expect(new Set(answers.map(({ sessionId }) => sessionId)).size).toBe(1);
    const { sessions } = await first.board((board) => board.sessions.length > 0);
    expect(sessions).toHaveLength(1);
  });

  it("asks whoever is there: the first answer counts, and everybody hears of it", async () => {
    const host = await scriptedHost(asks);
    const [first, second] = [clientOf(host, "first"), clientOf(host, "second")];
    const id = await start(first, await newProject(first));
    const request = await new Promise<ApprovalRequest>((resolve) => {
      second.onBoard(({ approvals: [approval] }) => approval && resolve(approval));
    });
    const { digest = "" } = request;
    const about = { sessionId: id };
    const allow = { approvalId: request.id, digest, decision: { kind: "allow" } } as const;
    await expect(
      second.intent("approve", { ...allow, digest: "of something else" }, about),
    ).rejects.toMatchObject({ code: "digestMismatch" });
    const outcomes = await Promise.all([
      second.intent("approve", allow, about),
      first.intent("deny", { approvalId: request.id }, about),
    ]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["accepted", "alreadyResolved"]);
    expect(new Set(outcomes.map(({ decision }) => decision.kind)).size).toBe(1);
    await until(recordsOf(first, id), "turnCompleted");
    expect(await second.board((board) => board.approvals.length === 0)).toMatchObject({ questions: [] });
  });

  it("is put away with its worktree, and gone for good where that is wanted", async () => {
    const client = clientOf(await scriptedHost(say));
    const id = await start(client, await newProject(client));
    await until(recordsOf(client, id), "turnCompleted");
    const about = { sessionId: id };
    await expect(client.intent("discard", {}, about)).rejects.toMatchObject({ code: "sessionBusy" });
    await client.intent("stop", {}, about);
    expect(await client.intent("discard", {}, about)).toMatchObject({ worktree: "removed" });
    await client.board(({ sessions: [one] }) => one?.status === "archived");
    await client.intent("discard", { purge: true }, about);
    await client.board(({ sessions }) => sessions.length === 0);
    await expect(client.follow(id).next()).rejects.toMatchObject({ code: "unknownSession" });
  });
});

describe("a host and its data directory", () => {
  it("is the only one, and tells its user's own clients where it is", async () => {
    const host = await scriptedHost(say, { listen: {} });
    const { dataDir, address } = host;
    await expect(scriptedHost(say, { dataDir })).rejects.toMatchObject({ code: "hostRunning" });
    const found = await findHost(dataDir);
    expect(found).toMatchObject({ ...address, pid: process.pid, version: "0.0.0-test" });
    for (const name of ["host.json", "logs/host.jsonl"])
      expect((await stat(join(dataDir, name))).mode & 0o777, name).toBe(0o600);
    await host.close();
    expect(await findHost(dataDir)).toBeUndefined();
    const log = await readFile(join(dataDir, "logs/host.jsonl"), "utf8");
    expect(log).not.toContain(found?.token);
    await scriptedHost(say, { dataDir });
  });

  it("serves clients of other processes over a WebSocket, and tells them when it goes", async () => {
    const host = await scriptedHost(say, { listen: {} });
    if (host.address === undefined) throw new Error("it does not listen");
    const client = new HostClient({ name: "far", connect: webSocketTo(host.address), maxAttempts: 1 });
    expect(await client.ready()).toMatchObject({ scopes: ["view", "approve", "control", "admin"] });
    const id = await start(client, await newProject(client));
    await until(recordsOf(client, id), "turnCompleted");
    const lost = new Promise<void>((resolve) => {
      client.onConnection((isConnected) => !isConnected && resolve());
    });
    await host.close();
    await lost;
    await expect(client.query("projects", {})).rejects.toMatchObject({ code: "unreachable" });
  });

  it("does not do again what was begun in an earlier life", async () => {
    const host = await scriptedHost(say);
    const client = clientOf(host);
    const projectId = await newProject(client);
    const intent = { id: "0199-once" as never };
    const input = { text: "go", context: [] };
    const first = await client.intent("start", { projectId, backend: "scripted", input }, intent);
    await host.close();
    const next = clientOf(await scriptedHost(say, { dataDir: host.dataDir }));
    const again = await next.intent("start", { projectId, backend: "scripted", input }, intent);
    expect(again).toEqual(first);
    const other = { ...input, text: "something else" };
    await expect(
      next.intent("start", { projectId, backend: "scripted", input: other }, intent),
    ).rejects.toMatchObject({ code: "conflict" });
    expect((await next.board()).sessions.length).toBe(1);
  });
});

describe("what a host tells", () => {
  it("answers queries about what it has", async () => {
    const client = clientOf(await scriptedHost(say));
    const projectId = await newProject(client);
    const id = await start(client, projectId);
    await until(recordsOf(client, id), "turnCompleted");
    const [project] = await client.query("projects", {});
    expect(project).toMatchObject({ id: projectId, defaultBranch: "main", setupPolicy: "block" });
    expect(await client.query("projectAt", { path: project?.rootPath ?? "" })).toEqual({ project });
    expect(await client.query("backends", {})).toMatchObject([{ id: "scripted", installed: true }]);
    expect(await client.query("diff", { sessionId: id })).toMatchObject({
      patch: "",
      isCut: false,
      files: [],
    });
    expect(await client.query("rules", {})).toEqual([]);
    expect(await client.query("usage", { by: "session" })).toMatchObject([{ key: id }]);
    expect(await client.query("search", { query: "hello" })).toMatchObject({ hits: [{ sessionId: id }] });
    expect(await client.query("health", {})).toMatchObject({ sessions: 1, clients: 1, storage: "ok" });
  });

  it("refuses with the reason of whatever refused, and a hint", async () => {
    const client = clientOf(await scriptedHost(say));
    await expect(client.intent("addProject", { path: "/" })).rejects.toMatchObject({
      code: "notARepository",
    });
    const nobody = { projectId: "nobody" as never, backend: "scripted", input: { text: "x", context: [] } };
    await expect(client.intent("start", nobody)).rejects.toMatchObject({
      code: "unknownProject",
      hint: "nucleic project add <dir> registers it",
    });
  });
});
