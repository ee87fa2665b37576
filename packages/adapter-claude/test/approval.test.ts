import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { allowAll, faultsOf, hooksThat, say } from "@nucleic/adapter-kit/testing";
import type { Decision } from "@nucleic/protocol";
import { WatchedRun } from "@nucleic/protocol/testing";
import { describe, expect, test } from "vitest";
import { bench, MATRIX } from "./lab.ts";
import "./patience.ts";

const write = { call: "Write", input: { path: "a.txt", content: "hello\n" } } as const;

describe.each(MATRIX)("approvals of %s over %s", (version, transport) => {
  test("an allow lets the tool run", async () => {
    await using lab = await bench({ version, replies: [[write]], backend: { transport } });
    const { hooks, asked } = allowAll();
    await using run = await lab.backend.start(lab.spec(), hooks);
    const events = new WatchedRun(run);
    await run.send(say("write it"));
    await events.nth("turnCompleted");
    await run.close();
    expect(await readFile(join(lab.cwd, "a.txt"), "utf8")).toBe("hello\n");
    expect(asked).toMatchObject([{ tool: "Write", cwd: lab.cwd, input: { content: "hello\n" } }]);
    const all = await events.ended;
    expect(faultsOf(all)).toEqual([]);
    expect(all.at(-1)).toMatchObject({ kind: "runFinished", outcome: "completed", exitCode: 0 });
    expect(all.find((event) => event.kind === "approvalResolved")).toMatchObject({
      decidedBy: { by: "person" },
    });
  });

  test("a deny keeps it from running, and the model reads why", async () => {
    await using lab = await bench({ version, replies: [[write]], backend: { transport } });
    const { hooks } = hooksThat({ kind: "deny", message: "not in this folder" });
    await using run = await lab.backend.start(lab.spec(), hooks);
    const events = new WatchedRun(run);
    await run.send(say("write it"));
    await events.nth("turnCompleted");
    await expect(readFile(join(lab.cwd, "a.txt"))).rejects.toMatchObject({ code: "ENOENT" });
    const result = await events.nth("toolResult");
    expect(result).toMatchObject({ isError: true, content: [{ text: "not in this folder" }] });
    await run.close();
    expect(faultsOf(await events.ended)).toEqual([]);
  });

  test("asks that come together are open together, and each gets its own answer, in whatever order", async () => {
    const files = ["one", "two", "three"];
    const reads = files.map((name) => ({
      native: "Read",
      input: { file_path: `../${name}.txt` },
      id: `toolu_${name}`,
    }));
    await using lab = await bench({ version, replies: [reads], backend: { transport } });
    const open = new Map<string, (decision: Decision) => void>();
    const together = Promise.withResolvers<void>();
    const { hooks } = hooksThat(
      ({ toolCallId }) =>
        new Promise<Decision>((resolve) => {
          open.set(toolCallId ?? "", resolve);
          if (open.size === files.length) together.resolve();
        }),
    );
    await using run = await lab.backend.start(lab.spec(), hooks);
    const events = new WatchedRun(run);
    await run.send(say("read them"));
    await together.promise;
    for (const name of files.toReversed()) {
      open.get(`toolu_${name}`)?.({ kind: "deny", message: `not ${name}` });
      await events.first("toolResult", ({ toolCallId }) => toolCallId === `toolu_${name}`);
    }
    await events.nth("turnCompleted");
    await run.close();
    const all = await events.ended;
    expect(faultsOf(all)).toEqual([]);
    expect(events.all("toolResult").map(({ toolCallId, content }) => [toolCallId, content[0]])).toEqual(
      files.toReversed().map((name) => [`toolu_${name}`, { kind: "text", text: `not ${name}` }]),
    );
  });

  test("an interruption withdraws what is asked, and an answer that comes too late allows nothing", async () => {
    await using lab = await bench({ version, replies: [[write]], backend: { transport } });
    const asked = Promise.withResolvers<void>();
    const late = Promise.withResolvers<Decision>();
    const { hooks } = hooksThat(() => {
      asked.resolve();
      return late.promise;
    });
    await using run = await lab.backend.start(lab.spec(), hooks);
    const events = new WatchedRun(run);
    await run.send(say("write it"));
    await asked.promise;
    await run.interrupt();
    late.resolve({ kind: "allow" });
    await run.send(say("anything else?"));
    await events.first("turnCompleted", ({ outcome }) => outcome === "completed");
    await run.close();
    const all = await events.ended;
    expect(faultsOf(all)).toEqual([]);
    expect(events.all("approvalResolved")).toMatchObject([
      { decision: { kind: "deny" }, decidedBy: { by: "withdrawn" } },
    ]);
    await expect(readFile(join(lab.cwd, "a.txt"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("in plan mode a command is asked about too, not left to the CLI's own judgement", async () => {
    const replies = [[{ call: "Bash", input: { command: "echo x > a.txt" } } as const]];
    await using lab = await bench({ version, replies, backend: { transport } });
    const { hooks, asked } = hooksThat({ kind: "deny" });
    await using run = await lab.backend.start(lab.spec({ mode: "plan" }), hooks);
    const events = new WatchedRun(run);
    await run.send(say("plan it"));
    await events.nth("turnCompleted");
    await run.close();
    expect(asked).toMatchObject([{ tool: "Bash", input: { command: "echo x > a.txt" } }]);
    expect(events.all("sessionStarted")[0]).toMatchObject({ mode: "plan" });
    await expect(readFile(join(lab.cwd, "a.txt"))).rejects.toMatchObject({ code: "ENOENT" });
  });
});
