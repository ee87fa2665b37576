import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allowAll, bench, faultsOf, hooksThat, MATRIX, Recording, say } from "./lab.ts";

const write = { call: "Write", input: { path: "a.txt", content: "hello\n" } } as const;

describe.each(MATRIX)("approvals of %s over %s", (version, transport) => {
  test("an allow lets the tool run", async () => {
    await using lab = await bench({ version, replies: [[write]], backend: { transport } });
    const { hooks, asked } = allowAll();
    await using run = await lab.backend.start(lab.spec(), hooks);
    const events = new Recording(run);
    await run.send(say("write it"));
    await events.next("turnCompleted");
    await run.close();
    expect(await readFile(join(lab.cwd, "a.txt"), "utf8")).toBe("hello\n");
    expect(asked).toMatchObject([{ tool: "Write", cwd: lab.cwd, input: { content: "hello\n" } }]);
    const all = await events.done;
    expect(faultsOf(all)).toEqual([]);
    expect(all.at(-1)).toMatchObject({ kind: "runFinished", outcome: "completed", exitCode: 0 });
    expect(all.find((event) => event.kind === "approvalResolved")).toMatchObject({ decidedBy: { by: "person" } });
  });

  test("a deny keeps it from running, and the model reads why", async () => {
    await using lab = await bench({ version, replies: [[write]], backend: { transport } });
    const { hooks } = hooksThat({ kind: "deny", message: "not in this folder" });
    await using run = await lab.backend.start(lab.spec(), hooks);
    const events = new Recording(run);
    await run.send(say("write it"));
    await events.next("turnCompleted");
    await expect(readFile(join(lab.cwd, "a.txt"))).rejects.toMatchObject({ code: "ENOENT" });
    const result = await events.next("toolResult");
    expect(result).toMatchObject({ isError: true, content: [{ text: "not in this folder" }] });
    await run.close();
    expect(faultsOf(await events.done)).toEqual([]);
  });
});
