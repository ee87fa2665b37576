import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hostImage } from "@nucleic/sandbox/testing";
import { afterAll, expect, test, vi } from "vitest";
import { confinedBench } from "./confined-bench.ts";
import { confinedAgents, confinedTable } from "./confined-table.ts";

// Real agents in sandboxes, offline: only the models behind them are scripted. The whole table is confined.slow.ts.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const image = await hostImage();
afterAll(() => image[Symbol.asyncDispose]());

const claude = confinedAgents.filter(({ cli }) => cli === "claude");
confinedTable({ engine: "container", image, cases: ["task"] }, claude);

const ASK = "fetch('http://elsewhere.example/').then((r) => r.text()).then(console.log, console.log)";

test.each(confinedAgents.filter(({ cli }) => cli !== "grok"))(
  "$cli reaches the model server of the list, and what its tool asks elsewhere for is refused and told",
  async ({ cli, env = [] }) => {
    const look = { command: "sh look.sh" };
    await using bench = await confinedBench(cli, [
      [{ call: "Bash", input: look }],
      [{ say: "It was refused." }],
    ]);
    await mkdir(bench.place.home, { mode: 0o700 });
    const allowed = { version: 1, rules: [{ effect: "allow", ...look }] };
    await writeFile(join(bench.place.home, "policy.json"), JSON.stringify(allowed));
    await bench.place.edit("look.sh", `'${process.execPath}' -e "${ASK}"\n`);
    await bench.place.git("add", ".");
    await bench.place.git("commit", "-qm", "look");
    const host = `localhost:${new URL(bench.model.url).port}`;
    const flags = ["--sandbox", "light", "--allow-host", host, ...env.flatMap((name) => ["--env", name])];
    const run = await bench.run("run", "Look", "--json", "--backend", cli, "--approve", "policy", ...flags);
    const of = (kind: string) => run.json.filter((event) => event.kind === kind);
    expect(of("sandboxPrepared")).toMatchObject([{ engine: "light", network: "allowed", hosts: [host] }]);
    expect(of("turnCompleted")).toMatchObject([{ outcome: "completed", finalText: "It was refused." }]);
    expect(of("sandboxRefusal")).toContainEqual(
      expect.objectContaining({
        what: "network",
        target: "elsewhere.example:80",
        reason: "it is not on the list of what the agent may reach",
      }),
    );
    // The program was told as well, and with it the model. Node says no more of it than the status.
    expect(JSON.stringify(bench.model.requests.main.at(-1)?.body)).toMatch(/Proxy response .403./);
    expect(run.code).toBe(0);
  },
);
