import { type KnownCliName, knownClis } from "@nucleic/lab";
import { describe, expect, test, vi } from "vitest";
import { AgentBench } from "./agent-bench.ts";

// The git of a session on a real agent: the model behind it has git do what is not the session's to do. Codex and Grok run commands
// in login shells, in which /etc/profile may set PATH anew: on Debian it does, and they go past the guard.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

describe.each<KnownCliName>(["claude"])("%s", (cli) => {
  test("is told by its git what it may not do, and what to do instead, and the transcript has it", async () => {
    const tested = knownClis[cli].testedVersions.at(-1) ?? "";
    await using bench = await AgentBench.make(
      cli,
      tested,
      [{ call: "Bash", input: { command: "git worktree add ../more" } }],
      [{ say: "That is it." }],
    );
    await using pty = bench.terminal("run", "Look", "--backend", cli);
    await pty.until("y allow");
    pty.press("y");
    await pty.until("That is it.");
    await pty.exit();
    const records = await bench.records();
    const refused = records.flatMap((one) =>
      one.kind === "approvalRequested" && one.request.nativeTool === "git" ? one : [],
    );
    expect(refused).toMatchObject([
      {
        auto: { by: "policy", rule: "git guard" },
        request: { input: { command: "git worktree add ../more" } },
      },
    ]);
    expect(JSON.stringify(bench.model.requests.main.at(-1)?.body)).toContain("Work in the one that you have");
  });
});
