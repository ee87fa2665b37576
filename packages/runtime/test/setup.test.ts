import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkStream, type NucleicError } from "@nucleic/protocol";
import { describe, expect, it } from "vitest";
import { initialState, nextState } from "../src/index.ts";
import type { CreateSession, RuntimeOptions } from "../src/runtime.ts";
import { collect, newSession, scriptedRuntime, temporaryDirectory, transcript, until } from "./support.ts";

const hello = { name: "hello", replies: [[{ say: "Hello." }]] };

/** A runtime whose project has a set-up script, and a worktree for its sessions. */
async function withSetup(
  script: string,
  policy: "block" | "warn" = "block",
  scenario: Parameters<typeof scriptedRuntime>[0] = hello,
  options: Partial<RuntimeOptions> = {},
) {
  const { runtime, dataDir } = await scriptedRuntime(scenario, options);
  const path = await temporaryDirectory();
  const project = await runtime.projects.ensure({ rootPath: dataDir, name: "demo", defaultBranch: "main" });
  await runtime.projects.update(project.id, { setupScript: script, setupPolicy: policy });
  const worktree = { path, branch: "nucleic/x", baseSha: "abc" };
  const create = (more: Partial<CreateSession> = {}) =>
    newSession(runtime, dataDir, { workspace: async () => ({ cwd: path, worktree }), input: "go", ...more });
  const only = async () => {
    const [record] = await runtime.listSessions();
    if (!record) throw new Error("there is no session");
    return record;
  };
  const events = async () => transcript(runtime, (await only()) as never);
  const kinds = async () => (await events()).map((event) => event.kind);
  return { runtime, project, path, create, only, events, kinds };
}

describe("a project's set-up script", () => {
  it("runs in the new worktree before the agent starts, behind the message that is to be its first", async () => {
    const { create, path, kinds, events } = await withSetup('echo "on $NUCLEIC_BRANCH" > made; echo done');
    await using session = await create();
    await until(session.subscribe()[Symbol.asyncIterator](), "turnCompleted");
    expect(await readFile(join(path, "made"), "utf8")).toBe("on nucleic/x\n");
    expect((await kinds()).slice(0, 7)).toEqual([
      "statusChanged",
      "userMessage",
      "setupStarted",
      "setupLog",
      "setupFinished",
      "statusChanged",
      "sessionStarted",
    ]);
    const all = await events();
    expect(all.filter((event) => event.kind === "userMessage")).toMatchObject([{ text: "go" }]);
    expect(all.find((event) => event.kind === "turnStarted")).toMatchObject({ input: { text: "go" } });
    expect(checkStream(all).faults).toEqual([]);
  });

  it("that fails stops there: the session is failed, says why, and keeps its worktree", async () => {
    const { create, only, path, events } = await withSetup("echo broken >&2; exit 3");
    const cause = expect.objectContaining<Partial<NucleicError>>({ code: "setupFailed" });
    await expect(create()).rejects.toMatchObject({ code: "startFailed", cause });
    expect(await only()).toMatchObject({ status: "failed", worktree: { path, branch: "nucleic/x" } });
    const hint = expect.stringContaining("nucleic resume");
    expect((await events()).slice(-4)).toMatchObject([
      { kind: "setupLog", stream: "stderr", line: "broken" },
      { kind: "setupFinished", exitCode: 3 },
      { kind: "error", code: "setupFailed", recoverable: false, hint },
      { kind: "statusChanged", from: "preparing", to: "failed" },
    ]);
  });

  it("is run again by resume, and the agent hears what was said before and now", async () => {
    const { runtime, create, only, events } = await withSetup("test -e ready || { touch ready; exit 1; }");
    await expect(create()).rejects.toMatchObject({ code: "startFailed" });
    const { id } = await only();
    await using session = await runtime.resumeSession(id, { input: "and quickly" });
    await until(session.subscribe()[Symbol.asyncIterator](), "turnCompleted");
    const all = await events();
    expect(all.flatMap((event) => (event.kind === "setupFinished" ? [event.exitCode] : []))).toEqual([1, 0]);
    expect(all.flatMap((event) => (event.kind === "userMessage" ? [event.text] : []))).toEqual([
      "go",
      "and quickly",
    ]);
    expect(all.find((event) => event.kind === "turnStarted")).toMatchObject({
      input: { text: "go\n\nand quickly" },
    });
    expect(checkStream(all).faults).toEqual([]);
    expect(all.reduce(nextState, initialState)).toEqual(session.state);
  });

  it("that went well is not run again where only the agent did not start", async () => {
    const startError = Object.assign(new Error("not here"), { code: "notInstalled" }) as NucleicError;
    const { runtime, create, only, kinds } = await withSetup("echo once >> count", "block", {
      scenario: hello,
      startError,
    });
    await expect(create()).rejects.toMatchObject({ code: "startFailed" });
    await expect(runtime.resumeSession((await only()).id)).rejects.toMatchObject({ code: "startFailed" });
    expect((await kinds()).filter((kind) => kind === "setupStarted")).toHaveLength(1);
  });

  it("that fails is only told of where the policy is warn", async () => {
    const { create, events } = await withSetup("exit 3", "warn");
    await using session = await create();
    await until(session.subscribe()[Symbol.asyncIterator](), "turnCompleted");
    expect((await events()).filter((event) => event.kind === "error")).toMatchObject([
      { code: "setupFailed", recoverable: true },
    ]);
    expect(session.status).toBe("awaitingInput");
  });

  it.each(["block", "warn"] as const)("that takes too long is stopped (%s)", async (policy) => {
    const { create, only, events } = await withSetup("exec sleep 1000", policy, hello, {
      setup: { timeoutMs: 1 },
    });
    const created = await create().then(
      async (session) => {
        await until(session.subscribe()[Symbol.asyncIterator](), "turnCompleted");
        await session.close();
        return "started";
      },
      () => "refused",
    );
    expect(created).toBe(policy === "warn" ? "started" : "refused");
    expect((await only()).status).toBe(policy === "warn" ? "finished" : "failed");
    expect((await events()).find((event) => event.kind === "error")).toMatchObject({
      message: expect.stringContaining("took longer"),
    });
  });

  it.each([
    ["by its signal", "startFailed"],
    ["by close", "sessionClosed"],
  ])("is stopped %s: the session is interrupted", async (how, code) => {
    const { create, only, events } = await withSetup("echo ready; exec sleep 1000", "warn");
    const stop = new AbortController();
    const created = create({
      signal: stop.signal,
      onOpen: (session) =>
        void until(session.subscribe()[Symbol.asyncIterator](), "setupLog").then(() =>
          how === "by close" ? session.close() : stop.abort(),
        ),
    });
    await expect(created).rejects.toMatchObject({ code });
    expect((await only()).status).toBe("interrupted");
    expect((await events()).slice(-2)).toMatchObject([
      { kind: "setupFinished", exitCode: expect.any(Number) },
      { kind: "statusChanged", from: "preparing", to: "interrupted" },
    ]);
  });

  it("is not run in a folder that is no worktree of ours, nor taken from the repository", async () => {
    const { runtime, create, project, path } = await withSetup("touch made");
    await (await create({ workspace: { cwd: path } })).close();
    await runtime.projects.update(project.id, { setupScript: null });
    await (await create()).close();
    await expect(access(join(path, "made"))).rejects.toMatchObject({ code: "ENOENT" });
    expect(
      await collect(runtime.readTranscript((await runtime.listSessions())[0]?.id as never)),
    ).not.toContainEqual(expect.objectContaining({ kind: "setupStarted" }));
  });

  it("hands on what a person gives the agent", async () => {
    const { create, path } = await withSetup('printf %s "$REGISTRY_TOKEN" > token');
    await (await create({ env: { REGISTRY_TOKEN: "t" } })).close();
    expect(await readFile(join(path, "token"), "utf8")).toBe("t");
  });
});
