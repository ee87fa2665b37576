import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SessionSpec } from "@nucleic/protocol";
import { type ScriptedOptions, scriptedBackend } from "@nucleic/protocol/testing";
import { openRuntime } from "@nucleic/runtime";
import { describe, expect, it } from "vitest";
import type { HostProblem } from "../src/index.ts";
import {
  allRecords,
  clientOf,
  newProject,
  recordsOf,
  repository,
  scriptedHost,
  start,
  temporaryDirectory,
  until,
} from "./support.ts";

const make = { call: "Bash" as const, input: { command: "make check" } };
const asks: Omit<ScriptedOptions, "id"> = {
  scenario: ({ step }) => (step === 0 ? [make] : [{ say: "Which colour should the button have?" }]),
};
const input = { text: "go", context: [] };
const approvals = { policy: true, otherwise: "deny" } as const;

describe("a session in a host has what one in a command of its own has", () => {
  it("the user's policy decides, with rules for its backend; a file at fault is told, and decides nothing", async () => {
    const dataDir = await temporaryDirectory();
    const policy = (text: string) => writeFile(join(dataDir, "policy.json"), text, { mode: 0o600 });
    const rule = { effect: "allow", command: "make check *", backend: "scripted" };
    await policy(JSON.stringify({ version: 1, base: "ask", rules: [rule] }));
    const problems: HostProblem[] = [];
    const host = await scriptedHost(asks, { dataDir, onProblem: (problem) => problems.push(problem) });
    const client = clientOf(host);
    const projectId = await newProject(client);
    const decided = async () => {
      const { sessionId } = await client.intent("start", {
        projectId,
        backend: "scripted",
        input,
        approvals,
      });
      const { decision } = await until(recordsOf(client, sessionId), "approvalResolved");
      return (decision as { readonly kind: string }).kind;
    };
    expect(await decided()).toBe("allow");
    expect(problems).toEqual([]);
    await policy("nonsense");
    expect(await decided()).toBe("deny");
    expect(problems).toMatchObject([
      { code: "policyFault", message: expect.stringContaining("policy.json:1:1: ") },
    ]);
    expect((await client.query("health", {})).problems).toMatchObject([{ code: "policyFault" }]);
  });

  it("its agent is given a way to speak up, and its set-up script is run", async () => {
    const specs: SessionSpec[] = [];
    const capabilities = { mcpInjection: true };
    const backend = scriptedBackend({ scenario: { name: "none", replies: [] }, capabilities });
    const started = backend.start.bind(backend);
    backend.start = (spec, ...rest) => {
      specs.push(spec);
      return started(spec, ...rest);
    };
    const client = clientOf(await scriptedHost(asks, { backends: [backend] }));
    const projectId = await newProject(client);
    await client.intent("configureProject", { projectId, setupScript: "echo ready" });
    const records = recordsOf(client, await start(client, projectId));
    expect(await until(records, "setupFinished")).toMatchObject({ exitCode: 0 });
    await until(records, "turnCompleted");
    expect(Object.keys(specs[0]?.mcpServers ?? {})).toEqual([
      expect.stringMatching(/^nucleic_[0-9a-f]{12}$/),
    ]);
  });

  it("how its work stands is read from its last message, and kept; a person may call it done, where it is idle", async () => {
    const client = clientOf(await scriptedHost(asks));
    const id = await start(client, await newProject(client));
    const about = { sessionId: id };
    const {
      approvals: [request],
    } = await client.board((board) => board.approvals.length > 0);
    await expect(client.intent("markDone", {}, about)).rejects.toMatchObject({
      code: "stillRunning",
      hint: expect.any(String),
    });
    await client.intent("deny", { approvalId: request?.id as never }, about);
    const asked = await client.board(({ sessions: [one] }) => one?.disposition !== undefined);
    expect(asked.sessions).toMatchObject([{ status: "awaitingInput", disposition: "awaitingInput" }]);
    await client.intent("stop", {}, about);
    const kept = await client.board(({ sessions: [one] }) => one?.isRunning === false);
    expect(kept.sessions).toMatchObject([{ disposition: "awaitingInput" }]);
    await client.intent("markDone", {}, about);
    await client.board(({ sessions: [one] }) => one?.disposition === "completed");
    await client.intent("archive", {}, about);
    await expect(client.intent("markDone", {}, about)).rejects.toMatchObject({ code: "sessionOver" });
  });
});

it("a session in a folder of its user's goes on, cannot be integrated, and is put away without touching the folder", async () => {
  const [dataDir, rootPath] = [await temporaryDirectory(), await repository()];
  const backend = () =>
    scriptedBackend({ ...asks, memories: { load: async () => [], save: async () => undefined } });
  const before = await openRuntime({ dataDir, backends: [backend()] });
  const { id: projectId } = await before.projects.ensure({ rootPath, name: "p", defaultBranch: "main" });
  const cwd = join(rootPath, "inside");
  await mkdir(cwd);
  const work = { projectId, backend: "scripted", title: "Mine", workspace: { cwd } };
  const { id: sessionId } = await before.createSession(work);
  await before.close();

  const problems: HostProblem[] = [];
  const onProblem = (problem: HostProblem) => void problems.push(problem);
  const host = await scriptedHost(asks, { dataDir, backends: [backend()], onProblem });
  const client = clientOf(host);
  const about = { sessionId };
  const resume = { input, approvals: { policy: false, otherwise: "deny" } } as const;
  const records = recordsOf(client, sessionId);
  await client.intent("resume", resume, about);
  await until(records, "turnCompleted");
  await client.intent("stop", {}, about);
  for (const target of [{}, { target: "main" }])
    await expect(client.intent("integrate", target, about)).rejects.toMatchObject({ code: "noWorktree" });
  await expect(client.query("diff", about)).rejects.toMatchObject({ code: "noWorktree" });
  const kinds = (await allRecords(client, sessionId)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "integration" || kind === "diffstat")).toEqual([]);
  expect(await client.intent("discard", {}, about)).toEqual({ worktree: "none" });
  await client.board(({ sessions: [one] }) => one?.status === "archived");
  expect(problems).toEqual([]);
});
