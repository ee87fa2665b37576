import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { clientOf, newProject, scriptedHost, start } from "./support.ts";

test("a project has as many worktrees ready as it is set to have; a session takes one, and another follows", async () => {
  const host = await scriptedHost({ scenario: { name: "say", replies: [[{ say: "Hello." }]] } });
  const client = clientOf(host);
  const projectId = await newProject(client);
  const spares = async () =>
    (await readdir(join(host.dataDir, "worktrees")).catch(() => []))
      .filter((name) => /^\.spare-[0-9a-f]{8}$/.test(name))
      .sort();
  const configure = (prewarm: number) => client.intent("configureProject", { projectId, prewarm });
  await configure(1);
  await vi.waitFor(async () => expect(await spares()).toHaveLength(1), wait);
  const first = await spares();
  await start(client, projectId);
  await vi.waitFor(async () => {
    expect(await spares()).toHaveLength(1);
    expect(await spares()).not.toEqual(first);
  }, wait);
  await configure(0);
  await vi.waitFor(async () => {
    const left = await readdir(join(host.dataDir, "worktrees"));
    expect(left.filter((name) => name.includes("spare"))).toEqual([]);
  }, wait);
});

const wait = { timeout: 30_000, interval: 100 };
