import { access, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type KnownCliName, knownClis, type ReplyFunction } from "@nucleic/lab";
import { checkStream } from "@nucleic/protocol";
import { describe, expect, test, vi } from "vitest";
import { AgentBench } from "./agent-bench.ts";

// `host_exec` on the real Claude Code in bubblewrap: the model behind it asks for commands outside, and a person decides.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

// In a home of its own inside, Codex and Grok do not find the scripted model.
const agents: readonly KnownCliName[] = ["claude"];

/** Asks for each command, one after the other, on the server that the request itself names. */
function asksFor(...commands: readonly (() => object)[]): ReplyFunction {
  const left = [...commands];
  return (request) => {
    if (request.kind !== "main") return undefined;
    const server = /nucleic_[0-9a-f]{12}/.exec(JSON.stringify(request.body))?.[0] ?? "none";
    const next = left.shift();
    if (next === undefined) return [{ say: "That is it." }];
    return [{ call: "Mcp", input: { server, tool: "host_exec", arguments: next() } }];
  };
}

const why = "the file is not inside";
/** What a policy can allow at most. */
const everything = ["read", "write", "execute", "network", "destructive", "unknown"].map((risk) => ({
  ...{ effect: "allow", tool: "Bash", risk },
}));

describe.each(agents)("%s in a sandbox", (cli) => {
  test("has a command run outside where a person allows it, and not where they do not, whatever the policy says", async () => {
    let folder = "";
    const reply = asksFor(
      () => ({ command: 'cat secret.txt; echo "in $PWD"; exit 3', cwd: folder, why }),
      () => ({ command: ["touch", "not here"], why }),
    );
    const tested = knownClis[cli].testedVersions.at(-1) ?? "";
    await using bench = await AgentBench.makeWith(cli, tested, { reply });
    folder = bench.place.dir;
    await writeFile(join(folder, "secret.txt"), "OUTSIDE\n");
    await mkdir(bench.place.home, { mode: 0o700 });
    await writeFile(join(bench.place.home, "policy.json"), JSON.stringify({ version: 1, rules: everything }));
    const flags = ["--backend", cli, "--sandbox", "light", "--approve", "policy"];
    await using pty = bench.terminal("run", "Look", ...flags);
    await pty.until("outside of the sandbox");
    await pty.until(why);
    pty.press("y");
    await pty.until("Allow Bash? touch");
    pty.press("n");
    await pty.until("That is it.");
    await pty.exit();

    const records = await bench.records();
    expect(checkStream(records).faults).toEqual([]);
    const ours = records.flatMap((one) =>
      one.kind === "toolCallStarted" && one.nativeTool === "host_exec" && one.tool === "Bash"
        ? one.toolCallId
        : [],
    );
    const results = records.filter((one) => one.kind === "toolResult" && ours.includes(one.toolCallId));
    expect(results).toMatchObject([
      { exitCode: 3, isError: true, content: [{ text: `OUTSIDE\nin ${folder}\n` }] },
      { isError: true, content: [{ text: "It was not allowed, and not run." }] },
    ]);
    const cards = records.flatMap((one) =>
      one.kind === "approvalRequested" &&
      one.request.nativeTool === "host_exec" &&
      one.request.tool === "Bash"
        ? one
        : [],
    );
    expect(cards.map(({ auto }) => auto)).toEqual([undefined, undefined]);
    expect(cards[0]?.request).toMatchObject({ cwd: folder, options: ["allow", "deny", "cancelRun"] });
    const { cwd } = await bench.session();
    await expect(access(join(cwd, "not here"))).rejects.toThrow();
    const heard = JSON.stringify(bench.model.requests.main.at(-1)?.body);
    expect(heard).toContain("OUTSIDE");
    expect(heard).toContain("not allowed, and not run");
  });
});
