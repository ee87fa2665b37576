import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@nucleic/process";
import type { SessionId } from "@nucleic/protocol";
import type { HostClient } from "@nucleic/sync/client";
import { openRepository, readRepositoryState } from "@nucleic/worktree";
import { describe, expect, it, vi } from "vitest";
import { clientOf, newProject, recordsOf, scriptedHost, start, until } from "./support.ts";

const say = { scenario: { name: "say", replies: [[{ say: "Done." }]] } };

/** A session at rest, with a file of its own in its worktree. */
async function sessionWith(
  client: HostClient,
  projectId: Parameters<typeof start>[1],
  path: string,
  content: string,
): Promise<{ readonly id: SessionId; readonly dir: string }> {
  const id = await start(client, projectId);
  await until(recordsOf(client, id), "turnCompleted");
  const { sessions } = await client.board(({ sessions }) =>
    sessions.some((one) => one.id === id && one.cwd !== undefined),
  );
  const dir = sessions.find((one) => one.id === id)?.cwd ?? "";
  await writeFile(join(dir, path), content);
  return { id, dir };
}

async function phasesOf(client: HostClient, id: SessionId): Promise<unknown[]> {
  const phases: unknown[] = [];
  for await (const record of recordsOf(client, id)) {
    if (record.kind !== "integration") continue;
    const { phase } = record as unknown as { phase: string };
    phases.push(phase);
    if (!["queued", "merging", "verifying"].includes(phase)) return phases;
  }
  return phases;
}

describe("integrations through a host", () => {
  it("of two at once into one branch happen one after the other, each step in its transcript", async () => {
    const client = clientOf(await scriptedHost(say));
    const projectId = await newProject(client);
    const one = await sessionWith(client, projectId, "one.txt", "1\n");
    const two = await sessionWith(client, projectId, "two.txt", "2\n");
    const results = await Promise.all(
      [one, two].map(({ id }) => client.intent("integrate", {}, { sessionId: id })),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(["integrated", "integrated"]);
    for (const { id } of [one, two])
      expect(await phasesOf(client, id)).toEqual(["queued", "merging", "merged"]);
    const repository = await openRepository(one.dir);
    // Neither was made beside the other: a line of three commits, with both files in the last.
    expect(await repository.git.text(["rev-list", "--count", "--first-parent", "main"])).toBe("3");
    expect(await repository.git.text(["ls-tree", "--name-only", "main"])).toBe("a.txt\none.txt\ntwo.txt");
  });

  it("of what conflicts moves nothing and names the files", async () => {
    const client = clientOf(await scriptedHost(say));
    const projectId = await newProject(client);
    const one = await sessionWith(client, projectId, "a.txt", "mine\n");
    const two = await sessionWith(client, projectId, "a.txt", "yours\n");
    expect(await client.intent("integrate", {}, { sessionId: one.id })).toMatchObject({
      outcome: "integrated",
    });
    expect(await client.intent("integrate", {}, { sessionId: two.id })).toMatchObject({
      outcome: "conflicted",
      conflicts: [{ path: "a.txt" }],
    });
    expect(await phasesOf(client, two.id)).toEqual(["queued", "merging", "conflicted"]);
  });
});

describe("worktrees at the start of a host", () => {
  it("are compared with what is there: what is wrong is told and left alone", async () => {
    const first = await scriptedHost(say);
    const client = clientOf(first);
    const { id, dir } = await sessionWith(client, await newProject(client), "one.txt", "1\n");
    const repository = await openRepository(dir);
    await first.close();
    await rm(dir, { recursive: true });
    const next = clientOf(await scriptedHost(say, { dataDir: first.dataDir }));
    const { problems } = await vi.waitFor(
      async () => {
        const health = await next.query("health", {});
        expect(health.problems).not.toEqual([]);
        return health;
      },
      { timeout: 20_000 },
    );
    expect(problems).toMatchObject([{ code: "worktree", message: expect.stringContaining(id) }]);
    const listed = await runCommand("git", ["worktree", "list", "--porcelain"], {
      cwd: join(repository.commonDir, ".."),
      env: { PATH: process.env.PATH ?? "" },
    });
    expect(listed.stdout.toString()).toContain(dir);
  });

  it("have nothing to tell where all is as it was", async () => {
    const first = await scriptedHost(say);
    const client = clientOf(first);
    const { dir } = await sessionWith(client, await newProject(client), "one.txt", "1\n");
    await first.close();
    const next = await scriptedHost(say, { dataDir: first.dataDir });
    await next.close();
    const again = clientOf(await scriptedHost(say, { dataDir: first.dataDir }));
    expect((await again.query("health", {})).problems).toEqual([]);
    expect((await readRepositoryState(await openRepository(dir))).head.ref).toMatch(/nucleic/);
  });
});
