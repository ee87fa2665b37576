import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SessionId } from "@nucleic/protocol";
import { openRuntime, type Runtime } from "@nucleic/runtime";
import type { HostClient, SessionEvent } from "@nucleic/sync/client";
import { openRepository } from "@nucleic/worktree";
import { expect, it, onTestFinished } from "vitest";
import { readShip } from "../src/ship/ship.ts";
import { clientOf, newProject, recordsOf, scriptedHost, start, until } from "./support.ts";

const say = { scenario: { name: "say", replies: [[{ say: "Done." }], [{ say: "Again." }]] } };

interface Shipped {
  readonly client: HostClient;
  /** As another process sees the data directory. */
  readonly runtime: Runtime;
  readonly sessions: readonly { readonly id: SessionId; readonly dir: string }[];
}

/** Sessions at rest, each with its own content in the same file. */
async function shipping(contents: readonly string[]): Promise<Shipped> {
  const host = await scriptedHost(say);
  const client = clientOf(host);
  const runtime = await openRuntime({ dataDir: host.dataDir, backends: [] });
  onTestFinished(() => runtime.close());
  const projectId = await newProject(client);
  const sessions: { id: SessionId; dir: string }[] = [];
  for (const content of contents) {
    const id = await start(client, projectId);
    await until(recordsOf(client, id), "turnCompleted");
    const { cwd: dir = "" } = await runtime.findSession(id);
    await writeFile(join(dir, "a.txt"), content);
    sessions.push({ id, dir });
  }
  return { client, runtime, sessions };
}

async function integrationOf(
  client: HostClient,
  id: SessionId,
  phase: string,
): Promise<SessionEvent & { readonly [member: string]: unknown }> {
  const records = recordsOf(client, id);
  for (;;) {
    const found = await until(records, "integration");
    if (found.phase === phase) return found;
  }
}

it("ships what a person says is done; what then conflicts stops, says so, and is not tried again", async () => {
  const { client, runtime, sessions } = await shipping(["one\ntwo\n", "another\n"]);
  const [one, two] = sessions;
  if (one === undefined || two === undefined) throw new Error("two sessions");
  const repository = await openRepository(one.dir);
  expect(await repository.git.text(["rev-list", "--count", "main"])).toBe("1");

  await client.intent("ship", { on: true }, { sessionId: one.id });
  await client.intent("markDone", {}, { sessionId: one.id });
  await integrationOf(client, one.id, "merged");
  expect(await repository.git.text(["show", "main:a.txt"])).toBe("one\ntwo");
  expect(await readShip(runtime, one.id)).toBe(true);

  await client.intent("ship", { on: true }, { sessionId: two.id });
  await client.intent("markDone", {}, { sessionId: two.id });
  expect(await integrationOf(client, two.id, "conflicted")).toMatchObject({
    paths: ["a.txt"],
    message: expect.stringContaining("ship is off now"),
  });
  expect(await readShip(runtime, two.id)).toBe(false);
  expect(await repository.git.text(["show", "main:a.txt"])).toBe("one\ntwo");
});
