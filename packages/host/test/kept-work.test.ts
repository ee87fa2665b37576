import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@nucleic/process";
import type { HistoryEntry, SessionId } from "@nucleic/protocol";
import { scriptedBackend } from "@nucleic/protocol/testing";
import type { HostClient } from "@nucleic/sync/client";
import { openRepository } from "@nucleic/worktree";
import { describe, expect, it } from "vitest";
import { openParts } from "../src/index.ts";
import { readShip } from "../src/ship/ship.ts";
import {
  clientOf,
  gitEnv,
  newProject,
  recordsOf,
  repository,
  scriptedHost,
  start,
  until,
} from "./support.ts";

// What a client can have done with a session's work, and learn of what is kept.

const say = { scenario: { name: "say", replies: [[{ say: "Done." }]] } };

async function sessionWith(client: HostClient, projectId: Parameters<typeof start>[1], text: string) {
  const id = await start(client, projectId, text);
  await until(recordsOf(client, id), "turnCompleted");
  const isThere = (one: { id: SessionId; cwd?: string | undefined }) =>
    one.id === id && one.cwd !== undefined;
  const { sessions } = await client.board((board) => board.sessions.some(isThere));
  const dir = sessions.find(isThere)?.cwd ?? "";
  await writeFile(join(dir, "a.txt"), `work ${text}\n`);
  await client.intent("stop", {}, { sessionId: id });
  return { id, dir, about: { sessionId: id } };
}

describe("an integration", () => {
  it("is made by the strategy that is named, of what the command lets pass", async () => {
    const client = clientOf(await scriptedHost(say));
    const { dir, about } = await sessionWith(client, await newProject(client), "one");
    const refused = await client.intent("integrate", { verify: "cat a.txt; exit 3" }, about);
    expect(refused).toMatchObject({ outcome: "rejected", message: expect.stringContaining("one") });
    const done = await client.intent("integrate", { strategy: "merge", verify: "grep -q one a.txt" }, about);
    expect(done.outcome).toBe("integrated");
    const { git } = await openRepository(dir);
    expect((await git.text(["rev-list", "--parents", "-1", "main"])).split(" ")).toHaveLength(3);
  });

  it("that is taken out while its command runs moves nothing", async () => {
    const client = clientOf(await scriptedHost(say));
    const { id, dir, about } = await sessionWith(client, await newProject(client), "one");
    const integrated = client.intent("integrate", { verify: "sleep 300" }, about);
    const refused = expect(integrated).rejects.toMatchObject({ code: "notIntegrated" });
    const records = recordsOf(client, id);
    while ((await until(records, "integration")).phase !== "verifying");
    await client.intent("cancelIntegration", {}, about);
    await refused;
    const { git } = await openRepository(dir);
    expect(await git.text(["rev-list", "--count", "main"])).toBe("1");
  });
});

it("a pull request without a remote is refused as that, and nothing is pushed", async () => {
  const client = clientOf(await scriptedHost(say, { env: { ...gitEnv, PATH: "/nowhere" } }));
  // Without a git there is none of it.
  await expect(client.intent("addProject", { path: await repository() })).rejects.toMatchObject({
    code: "gitMissing",
  });
  const whole = clientOf(await scriptedHost(say));
  const { about } = await sessionWith(whole, await newProject(whole), "one");
  await expect(whole.intent("openPullRequest", {}, about)).rejects.toMatchObject({
    code: expect.stringMatching(/^(ghMissing|unknownRemote)$/),
  });
});

it("what was removed comes back as it was, is listed, and is dropped for good", async () => {
  const client = clientOf(await scriptedHost(say));
  const projectId = await newProject(client);
  const { id, dir, about } = await sessionWith(client, projectId, "one");
  await expect(client.intent("undo", {}, about)).rejects.toMatchObject({ code: "notPutAway" });
  const { ref } = await client.intent("discard", {}, about);
  await expect(access(dir)).rejects.toMatchObject({ code: "ENOENT" });
  expect(await client.intent("undo", {}, about)).toMatchObject({ cwd: dir, nested: [] });
  const status = await runCommand("git", ["status", "--porcelain"], { cwd: dir, env: gitEnv });
  expect(status.stdout.toString()).toBe(" M a.txt\n");

  const { salvages } = await client.query("salvage", { projectId, maxBytes: 0, keepPerSession: 0 });
  expect(salvages).toMatchObject([{ ref, sessionId: id, expired: true }]);
  const [{ commit = "" } = {}] = salvages;
  const wrong = { projectId, salvages: [{ ref: ref ?? "", commit: "0".repeat(commit.length) }] };
  expect(await client.intent("dropSalvage", { ...wrong })).toEqual({ dropped: [] });
  const right = { projectId, salvages: [{ ref: ref ?? "", commit }] };
  expect(await client.intent("dropSalvage", right)).toEqual({ dropped: [ref] });
  expect((await client.query("salvage", { projectId })).salvages).toEqual([]);
});

it("a session that is purged leaves no word of whether it shipped", async () => {
  const host = await scriptedHost(say);
  const client = clientOf(host);
  const { about } = await sessionWith(client, await newProject(client), "one");
  await client.intent("ship", { on: true }, about);
  const shipping = async () => {
    const { runtime } = await openParts({ dataDir: host.dataDir, backends: [], env: gitEnv });
    await using _ = runtime;
    return readShip(runtime, about.sessionId);
  };
  expect(await shipping()).toBe(true);
  await client.intent("discard", { purge: true }, about);
  expect(await shipping()).toBe(false);
  expect((await client.board(({ sessions }) => sessions.length === 0)).sessions).toEqual([]);
});

it("it is foretold what will not go together", async () => {
  const client = clientOf(await scriptedHost(say));
  const projectId = await newProject(client);
  const one = await sessionWith(client, projectId, "one");
  const two = await sessionWith(client, projectId, "two");
  const { sessions, pairs, skipped } = await client.query("conflicts", { projectId });
  expect(sessions.map(({ outcome }) => outcome)).toEqual(["clean", "clean"]);
  expect(pairs).toMatchObject([{ conflicts: [{ path: "a.txt" }] }]);
  expect([...(pairs[0]?.sessions ?? [])].sort()).toEqual([one.id, two.id].sort());
  expect(skipped).toEqual({ sessions: [], pairs: 0 });
});

it("a diff comes in pieces that make up the whole, also within a line", async () => {
  const client = clientOf(await scriptedHost(say));
  const { id, dir } = await sessionWith(client, await newProject(client), "one");
  await writeFile(join(dir, "a.txt"), `${"ä".repeat(100)}\nshort\n`);
  const { patch: whole, sizeBytes, hash } = await client.query("diff", { sessionId: id });
  let patch = "";
  for (let isCut = true; isCut; ) {
    const piece = await client.query("diff", {
      ...{ sessionId: id, fromByte: Buffer.byteLength(patch), maxBytes: 60 },
    });
    expect({ sizeBytes: piece.sizeBytes, hash: piece.hash }).toEqual({ sizeBytes, hash });
    patch += piece.patch;
    isCut = piece.isCut;
  }
  expect(patch).toBe(whole);
  expect(whole).toContain("short");
});

it("notifications are changed one thing at a time", async () => {
  const client = clientOf(await scriptedHost(say));
  const projectId = await newProject(client);
  const none = { level: "all", projects: {}, sessions: {} };
  expect(await client.query("notifications", {})).toEqual(none);
  await client.intent("setNotifications", { level: "off", projectId });
  const quietHours = { from: "22:00", to: "07:30" };
  await client.intent("setNotifications", { level: "needed", quietHours });
  const changed = { ...none, level: "needed", projects: { [projectId]: "off" } };
  expect(await client.query("notifications", {})).toEqual({ ...changed, quietHours });
  await client.intent("setNotifications", { quietHours: null });
  expect(await client.query("notifications", {})).toEqual(changed);
  const hours = { from: "25:00", to: "07:30" };
  await expect(client.intent("setNotifications", { quietHours: hours })).rejects.toMatchObject({
    code: "badSetting",
  });
});

it("what was asked, and what became of it, is told a piece at a time", async () => {
  const bash = { call: "Bash", input: { command: "make" } } as const;
  const scenario = { name: "ask", replies: [[bash], [{ say: "Done." }]] } as const;
  const client = clientOf(await scriptedHost({ scenario }));
  const sessionId = await start(client, await newProject(client));
  await until(recordsOf(client, sessionId), "approvalRequested");
  const [open] = (await client.query("pastRequests", { sessionId })).requests;
  expect(open).toMatchObject({ backend: "scripted", request: { tool: "Bash" } });
  expect(open?.decision).toBeUndefined();
  const { approvals } = await client.board(({ approvals }) => approvals.length > 0);
  const [{ id: approvalId, digest = "" } = { id: "" as never }] = approvals;
  await client.intent("approve", { approvalId, digest, decision: { kind: "allow" } }, { sessionId });
  expect(await client.query("pastRequests", { sessionId })).toMatchObject({
    requests: [{ decision: { kind: "allow" }, decidedBy: "person" }],
  });
  expect(await client.query("pastRequests", { sessionId, skip: 1 })).toEqual({ requests: [] });
});

describe("what agents keep by themselves", () => {
  it("is that of agents which can be read, and each is taken in once", async () => {
    const path = await repository();
    const inside = entry("one", path);
    const outside = entry("two", "/");
    const backend = Object.assign(scriptedBackend(say), { history: historyOf([inside, outside]) });
    const client = clientOf(await scriptedHost(say, { backends: [backend] }));
    const all = await client.query("nativeSessions", {});
    expect(all.items.map(({ backendSessionId }) => backendSessionId)).toEqual(["one", "two"]);
    const one = { backend: "scripted", backendSessionId: "one" };
    const imported = await client.intent("importSession", one);
    expect(imported).toMatchObject({ outcome: "imported", report: { damagedLines: 0 } });
    expect(await client.intent("importSession", one)).toMatchObject({
      ...{ outcome: "known", sessionId: imported.sessionId },
    });
    expect(await client.intent("importSession", { ...one, backendSessionId: "two" })).toEqual({
      outcome: "noProject",
    });
    expect((await client.query("nativeSessions", { at: path })).items).toMatchObject([
      { backendSessionId: "one", sessionId: imported.sessionId, hasGrown: false },
    ]);
    await expect(client.intent("importSession", { ...one, backendSessionId: "three" })).rejects.toMatchObject(
      { code: "noNativeSession" },
    );
    await expect(client.query("nativeSessions", { backend: "other" })).rejects.toMatchObject({
      code: "unsupported",
      hint: "one of: scripted",
    });
  });
});

function entry(backendSessionId: string, cwd: string): HistoryEntry {
  const times = { createdAt: 1, updatedAt: 2, sizeBytes: 3 };
  return { backendSessionId, cwd, path: `/native/${backendSessionId}`, ...times };
}

function historyOf(entries: readonly HistoryEntry[]) {
  return {
    async *list({ cwd, backendSessionId }: { cwd?: string; backendSessionId?: string } = {}) {
      for (const one of entries)
        if (
          (cwd ?? one.cwd) === one.cwd &&
          (backendSessionId ?? one.backendSessionId) === one.backendSessionId
        )
          yield one;
    },
    read: () => Object.assign((async function* () {})(), { report: emptyReport }),
  };
}

const emptyReport = { lines: 0, damagedLines: 0, passedOver: {} };

it("files are found in the worktree of the session that is asked about, new ones too, and in no other", async () => {
  const client = clientOf(await scriptedHost(say));
  const projectId = await newProject(client);
  const [one, two] = [
    await sessionWith(client, projectId, "one"),
    await sessionWith(client, projectId, "two"),
  ];
  await writeFile(join(one.dir, "new.txt"), "n\n");
  const found = async (sessionId: SessionId) => client.query("files", { sessionId, query: "nw" });
  expect(await found(one.id)).toEqual({ paths: ["new.txt"], isCut: false });
  expect(await found(two.id)).toEqual({ paths: [], isCut: false });
  await client.intent("discard", {}, one.about);
  await expect(found(one.id)).rejects.toMatchObject({ code: "unknownWorktree" });
});

it("an agent that tells no models, and one that nobody knows, have none", async () => {
  const client = clientOf(await scriptedHost(say));
  expect(await client.query("models", { backend: "scripted" })).toEqual({});
  expect(await client.query("models", { backend: "nobody" })).toEqual({});
});
