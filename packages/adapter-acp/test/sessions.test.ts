import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findRun, killRun } from "@nucleic/process";
import { type McpServerSpec, systemClock } from "@nucleic/protocol";
import { describe, expect, test } from "vitest";
import { allowAll, bench, faultsOf, hooksThat, Recording, SUITE_AGENTS, say } from "./lab.ts";

describe.each(SUITE_AGENTS)("%s", (agent) => {
  test("works in a folder with spaces and other scripts in its name", async () => {
    await using lab = await bench({
      agent,
      folder: "nucleic a “b” 日本-",
      replies: [[{ call: "Write", input: { path: "naïve file.txt", content: "ok\n" } }], [{ say: "Done." }]],
    });
    await using run = await lab.backend.start(lab.spec(), allowAll().hooks);
    const events = new Recording(run);
    await run.send(say("write it"));
    expect(await events.next("turnCompleted")).toMatchObject({ outcome: "completed" });
    expect(await readFile(join(lab.cwd, "naïve file.txt"), "utf8")).toBe("ok\n");
    expect(events.of("fileChange")[0]).toMatchObject({ path: "naïve file.txt", change: "add" });
    expect(events.of("sessionStarted")[0]).toMatchObject({ cwd: lab.cwd });
  });

  test("tells nothing of what was said before when it is taken up", async () => {
    await using lab = await bench({
      agent,
      replies: [
        [{ say: "Heron." }, { call: "Write", input: { path: "a.txt", content: "a\n" } }],
        [{ say: "Written." }],
        [{ say: "It was heron." }],
      ],
    });
    const first = await lab.backend.start(lab.spec(), allowAll().hooks);
    const before = new Recording(first);
    await first.send(say("a bird, please"));
    await before.next("turnCompleted");
    await first.close();
    const { backendSessionId } = await before.next("sessionStarted");
    const again = { ...lab.spec(), backendSessionId, fork: false };
    const second = await lab.backend.resume(again, allowAll().hooks);
    const after = new Recording(second);
    await second.send(say("which one was it?"));
    await after.next("turnCompleted");
    await second.close();
    const all = await after.done;
    expect(after.of("userMessage").map(({ text }) => text)).toEqual(["which one was it?"]);
    expect(after.of("turnStarted")).toHaveLength(1);
    expect(after.of("toolCallStarted")).toEqual([]);
    const said = after.of("assistantText").filter(({ isPartial }) => !isPartial);
    expect(said.map(({ text }) => text)).toEqual(["It was heron."]);
    expect(faultsOf(all)).toEqual([]);
  });

  test("runs several sessions of one backend beside one another, and one that is killed takes none with it", async () => {
    await using lab = await bench({
      agent,
      reply: ({ kind, body }) => {
        if (kind !== "main") return undefined;
        return JSON.stringify(body).includes("hold the line")
          ? [{ say: "Holding" }, { gate: "never" }]
          : [{ say: "Quick." }];
      },
    });
    const runId = crypto.randomUUID();
    const doomed = await lab.backend.start(lab.spec({ runId }), {});
    const lives = await lab.backend.start(lab.spec(), {});
    const [lost, kept] = [new Recording(doomed), new Recording(lives)];
    await doomed.send(say("hold the line"));
    await lab.model.gateReached("never");
    await killRun(runId, { graceMs: 0 });
    expect((await lost.done).at(-1)).toMatchObject({
      kind: "runFinished",
      outcome: "failed",
      error: { code: "crashed" },
    });
    await lives.send(say("be quick"));
    expect(await kept.next("turnCompleted")).toMatchObject({ outcome: "completed" });
    await lives.close();
    expect(await findRun(runId)).toEqual([]);
    for (const recording of [lost, kept]) expect(faultsOf(await recording.done)).toEqual([]);
  });

  test("hands an MCP server of the session to the agent", async () => {
    await using lab = await bench({ agent });
    const script = `require("node:fs").writeFileSync(process.argv[1], process.env.SECRET); process.stdin.resume()`;
    const server = {
      transport: "stdio",
      command: process.execPath,
      args: ["-e", script, join(lab.cwd, "started.txt")],
      env: { SECRET: "from the spec" },
    } satisfies McpServerSpec;
    await using run = await lab.backend.start(lab.spec({ mcpServers: { probe: server } }), {});
    const events = new Recording(run);
    await run.send(say("hello"));
    const started = () => readFile(join(lab.cwd, "started.txt"), "utf8").catch(() => "");
    while ((await started()) === "") await systemClock.sleep(20);
    expect(await started()).toBe("from the spec");
    expect(await events.next("turnCompleted")).toMatchObject({ outcome: "completed" });
  });

  test("gives up a turn in which the provider hangs, and goes on", async () => {
    await using lab = await bench({ agent, replies: [[{ hang: true }], [{ say: "Again." }]] });
    await using run = await lab.backend.start(lab.spec(), hooksThat({ kind: "deny" }).hooks);
    const events = new Recording(run);
    await run.send(say("hello"));
    await lab.model.requests.next(({ kind }) => kind === "main");
    await run.interrupt();
    expect(await events.next("turnCompleted")).toMatchObject({ outcome: "interrupted" });
    await run.send(say("once more"));
    expect(await events.next("turnCompleted", () => true, 1)).toMatchObject({ outcome: "completed" });
  });
});
