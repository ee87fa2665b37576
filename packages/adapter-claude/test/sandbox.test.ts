import { access, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  endings,
  endlessCall,
  hooksThat,
  inCommand,
  openBench,
  persistentErrors,
  remainsAfter,
} from "@nucleic/adapter-kit/testing";
import { realCli, scriptedModel } from "@nucleic/lab";
import { type Reply, WatchedRun } from "@nucleic/protocol/testing";
import { lightEngine, programMounts } from "@nucleic/sandbox";
import { describe, expect, test } from "vitest";
import { claudeBackend } from "../src/index.ts";
import { VERSIONS } from "./lab.ts";
import "./patience.ts";

const [version] = VERSIONS;

/** The CLI in a sandbox whose worktree is the bench's; its home is the throwaway one, the model is on this machine. */
async function sandboxedBench(replies: readonly Reply[]) {
  const cli = await realCli("claude", version);
  const model = await scriptedModel({ api: "anthropic-messages", reply: persistentErrors(replies) });
  const clean = await cli.environment({ baseUrl: model.url });
  // The worktree comes with the bench, and the sandbox needs it: the backend is put into its place afterwards.
  const plain = claudeBackend({ executable: cli.path, environment: clean.env });
  const bench = await openBench({ backend: plain, model, clean });
  const sandbox = await lightEngine().prepare({
    worktree: bench.cwd,
    home: clean.home,
    mounts: [
      { path: clean.home, access: "write" },
      { path: dirname(process.execPath), access: "read" },
      ...(await programMounts(cli.path)),
    ],
    network: "on",
  });
  const backend = claudeBackend({
    executable: cli.path,
    environment: clean.env,
    processHost: sandbox.processHost,
  });
  return {
    ...bench,
    backend,
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      await bench[Symbol.asyncDispose]();
    },
  };
}

describe(`${version} in a sandbox`, () => {
  test("writes where it may, once it is allowed, and nowhere else", async () => {
    const outside = join(dirname(process.execPath), "escaped.txt");
    const write = { call: "Write", input: { path: "a.txt", content: "x" } } as const;
    const leave = { call: "Bash", input: { command: `touch ${outside} || echo refused >b.txt` } } as const;
    await using bench = await sandboxedBench([[write], [leave], [{ say: "It is written." }]]);
    const { hooks, asked } = hooksThat({ kind: "allow" });
    const events = new WatchedRun(await bench.backend.start(bench.spec(), hooks));
    await events.turn("go on");
    await events.close();
    expect({ said: events.said, asked: asked.length }).toEqual({ said: "It is written.", asked: 2 });
    expect(await readFile(join(bench.cwd, "a.txt"), "utf8")).toBe("x");
    expect(await readFile(join(bench.cwd, "b.txt"), "utf8")).toBe("refused\n");
    await expect(access(outside)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("is interrupted in a command, and goes on", async () => {
    await using bench = await sandboxedBench([[endlessCall], [{ say: "I go on." }]]);
    const { run, events } = await inCommand(bench);
    await run.interrupt();
    expect(await events.nth("turnCompleted")).toMatchObject({ outcome: "interrupted" });
    await events.turn("go on");
    expect(events.said).toBe("I go on.");
    await events.close();
  });

  // SIGTERM to the outermost process alone, which is bubblewrap, is ignored; to the group it reaches the program.
  test.each(endings.filter(([way]) => way !== "SIGTERM"))("leaves nothing after %s", async (...ending) => {
    await using bench = await sandboxedBench([[endlessCall]]);
    const remains = await remainsAfter(ending, await inCommand(bench));
    expect(remains).toEqual({ processes: [], outcome: ending[1], toolResults: 1, faults: [] });
  });
});
