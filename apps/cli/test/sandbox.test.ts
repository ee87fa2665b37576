import { access, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { checkSandboxes } from "../src/doctor/sandboxes.ts";
import { sandboxEngines } from "../src/sandboxes.ts";
import { AgentBench } from "./agent-bench.ts";
import { Place } from "./cli.ts";

// `nucleic run --sandbox` on the real Claude Code in bubblewrap, offline: only the model behind it is scripted.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

test("the agent works inside, is taken up again there, and its own session is in the home that it had", async () => {
  await using bench = await AgentBench.make(
    "claude",
    "2.1.332",
    [{ call: "Bash", input: { command: "sh look.sh" } }],
    [{ say: "That is it." }],
    [{ say: "As before." }],
  );
  await writeFile(join(bench.place.dir, "secret.txt"), "SECRET");
  await mkdir(bench.place.home, { mode: 0o700 });
  const allowed = { version: 1, rules: [{ effect: "allow", command: "sh look.sh" }] };
  await writeFile(join(bench.place.home, "policy.json"), JSON.stringify(allowed));
  await bench.place.edit(
    "look.sh",
    `cat ${bench.place.dir}/secret.txt >seen.txt 2>&1; git add . && git commit -qm inside`,
  );
  await bench.place.git("add", ".");
  await bench.place.git("commit", "-qm", "look");
  const run = await bench.run("run", "Look", "--json", "--sandbox", "light", "--approve", "policy");
  const prepared = run.json.find(({ kind }) => kind === "sandboxPrepared");
  expect(prepared).toMatchObject({ engine: "light", files: true, processes: true, network: "on" });
  expect(run.json.findLast(({ kind }) => kind === "turnCompleted")).toMatchObject({
    finalText: "That is it.",
  });
  const { cwd } = run.json.find(({ kind }) => kind === "sessionStarted") ?? {};
  expect(await readFile(join(String(cwd), "seen.txt"), "utf8")).not.toContain("SECRET");
  expect(await bench.place.git("-C", String(cwd), "log", "-1", "--format=%s")).toBe("inside");
  const resumed = await bench.run("resume", String(prepared?.sessionId), "Go on", "--json");
  expect(resumed.json.find(({ kind }) => kind === "sandboxPrepared")).toMatchObject({ engine: "light" });
  expect(resumed.json.findLast(({ kind }) => kind === "turnCompleted")).toMatchObject({
    finalText: "As before.",
  });
  const homes = join(bench.place.home, "sandboxes");
  const [home = ""] = await readdir(homes);
  await access(join(homes, home, ".claude/projects"));
});

test("an engine that is not here is refused before anything is made", async () => {
  await using place = await Place.make();
  const run = await place.run(["run", "x", "--backend", "demo", "--sandbox", "container"]);
  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("no image was chosen") });
  expect(run.stderr).toContain("NUCLEIC_SANDBOX_IMAGE");
  expect(await readdir(join(place.home, "sessions"))).toEqual([]);
});

test("doctor says which engines work here, and how to have the others", async () => {
  expect(await checkSandboxes(sandboxEngines({ env: { PATH: process.env.PATH } }))).toMatchObject([
    { name: "sandbox light", status: "ok" },
    { name: "sandbox container", status: "warn", hint: expect.stringMatching(/\w/) },
  ]);
});
