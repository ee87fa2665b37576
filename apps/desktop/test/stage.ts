import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Host, type HostOptions, openHost } from "@nucleic/host";
import { runCommand } from "@nucleic/process";
import type { AgentBackend, ProjectId, SessionId } from "@nucleic/protocol";
import { createGates, type Gates, scriptedBackend } from "@nucleic/protocol/testing";
import { HostClient } from "@nucleic/sync/client";
import { agentModels, repositoryFiles, storyModel } from "./stories.ts";
import { realTools } from "./tools.ts";

const app = fileURLToPath(new URL("../dist", import.meta.url));

const env = {
  PATH: process.env.PATH ?? "",
  HOME: "/nowhere",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.org",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.org",
};

/** A real host with its page, a repository, and two scripted agents whose tools are real, or others. */
export interface Stage extends AsyncDisposable {
  readonly host: Host;
  readonly client: HostClient;
  readonly gates: Gates;
  readonly projectId: ProjectId;
  /** An address that lets a page in, once. */
  link(): string;
  start(text: string, backend?: string): Promise<SessionId>;
  /** Allows the next thing that a session asks. */
  allowNext(id: SessionId): Promise<void>;
}

export interface StageOptions {
  /** Instead of the two. */
  readonly backends?: readonly AgentBackend[];
  /** Where paired devices come in. */
  readonly devices?: HostOptions["devices"];
  /** Puts into the host's data directory what is to be there when it opens. */
  readonly prepare?: (dataDir: string) => Promise<void>;
}

/** Opens one in a folder of its own. */
export async function openStage({ backends, devices, prepare }: StageOptions = {}): Promise<Stage> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "nucleic-page-"));
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const repository = join(folder, "orders");
  await makeRepository(repository);
  const gates = createGates();
  const agent = (id: string, displayName: string): AgentBackend => ({
    ...scriptedBackend({
      ...realTools(env),
      ...{ id, displayName, gates, scenario: storyModel, capabilities: { reportsCost: true } },
    }),
    listModels: async () => agentModels,
  });
  const dataDir = join(folder, "data");
  await prepare?.(dataDir);
  const host = await openHost({
    dataDir,
    version: "0.0.0-test",
    backends: backends ?? [agent("claude", "Claude Code"), agent("codex", "Codex")],
    env,
    listen: { app },
    ...(devices !== undefined && { devices }),
  });
  undo.defer(() => host.close());
  const client = new HostClient({ name: "stage", connect: async () => host.connect("stage") });
  undo.defer(() => client.close());
  const { projectId } = await client.intent("addProject", { path: repository });
  const resources = undo.move();
  return {
    ...{ host, client, gates, projectId },
    link: () =>
      host.pageLink({ page: host.address?.url ?? "", scopes: ["view", "approve", "control", "admin"] }),
    async start(text, backend = "claude") {
      const input = { text, context: [] };
      return (await client.intent("start", { projectId, backend, input })).sessionId;
    },
    async allowNext(id) {
      const isAsked = ({ sessionId }: { readonly sessionId: string }) => sessionId === id;
      const { approvals } = await client.board((board) => board.approvals.some(isAsked));
      const asked = approvals.find(isAsked);
      if (asked === undefined) return;
      const { id: approvalId, digest = "" } = asked;
      await client.intent("approve", { approvalId, digest, decision: { kind: "allow" } }, { sessionId: id });
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function makeRepository(folder: string): Promise<void> {
  for (const [path, text] of Object.entries(repositoryFiles)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "."],
    ["commit", "-qm", "Orders"],
  ])
    await runCommand("git", args, { cwd: folder, env });
}
