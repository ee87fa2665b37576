import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bench, faultsOf, hooksThat, Recording, say } from "./lab.ts";
import "./patience.ts";

test("what a subagent wants to do is asked about like the rest, with what it is about", async () => {
  await using lab = await bench({
    replies: [[{ native: "spawn_agent", input: { message: "work", task_name: "one" } }]],
    subagentReplies: [
      [{ call: "Write", input: { path: "made.txt", content: "hello\n" } }],
      [{ call: "Bash", input: { command: "touch denied.txt" } }],
      [{ say: "Done." }, { gate: "reported" }],
    ],
  });
  await appendFile(join(lab.home, ".codex/config.toml"), "multi_agent_v2 = true\n");
  const { hooks, asked } = hooksThat(({ tool }) => (tool === "Write" ? { kind: "allow" } : { kind: "deny" }));
  await using run = await lab.backend.start(lab.spec(), hooks);
  const events = new Recording(run);
  await run.send(say("have it done"));
  await lab.model.gateReached("reported");
  await run.close();
  expect(asked).toMatchObject([
    { tool: "Write", input: { content: "hello\n" } },
    { tool: "Bash", input: { command: "touch denied.txt" } },
  ]);
  expect(await lab.read("made.txt")).toBe("hello\n");
  expect(await lab.read("denied.txt")).toBe(undefined);
  expect(events.of("approvalResolved").map(({ decision }) => decision.kind)).toEqual(["allow", "deny"]);
  expect(faultsOf(await events.done)).toEqual([]);
});
