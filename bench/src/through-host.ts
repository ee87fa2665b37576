import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { openHost } from "@nucleic/host";
import type { AgentBackend, ProjectId } from "@nucleic/protocol";
import { HostClient } from "@nucleic/sync/client";
import { execa } from "execa";

/** A host with one project, and what reaches it. */
export interface HostSetting {
  readonly address: { readonly url: string; readonly token: string };
  /** A client in the host's own process. */
  readonly client: HostClient;
  readonly projectId: ProjectId;
}

const env = {
  PATH: process.env.PATH ?? "",
  HOME: "/nowhere",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.org",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.org",
};

/** Opens a host over a backend, in a folder of its own under `root`, with a project of one empty commit. */
export async function throughHost(
  backend: AgentBackend,
  root: string,
  use: (setting: HostSetting) => Promise<void>,
): Promise<void> {
  const dir = await mkdtemp(join(root, "nucleic-bench-"));
  try {
    const repository = join(dir, "repository");
    await mkdir(repository);
    const git = (...args: readonly string[]) =>
      execa("git", args, { cwd: repository, env, extendEnv: false });
    await git("init", "-q", "-b", "main");
    await git("commit", "-q", "--allow-empty", "-m", "first");
    await using host = await openHost({
      dataDir: join(dir, "data"),
      version: "0",
      backends: [backend],
      env,
      listen: {},
      // A run asks for more in a minute than a person does.
      intentsPerMinute: 1_000_000,
    });
    const { address } = host;
    if (address === undefined) throw new Error("the host does not listen");
    await using client = new HostClient({ name: "bench", connect: async () => host.connect("bench") });
    const { projectId } = await client.intent("addProject", { path: repository });
    await use({ address, client, projectId });
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}
