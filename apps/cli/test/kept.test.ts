import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scriptedBackend } from "@nucleic/protocol/testing";
import { openRuntime } from "@nucleic/runtime";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Place } from "./cli.ts";

// What is kept of sessions, and found again: search, usage, rules, repair.

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let place: Place;

beforeAll(async () => {
  place = await Place.make();
  const replies = [
    [
      { usage: { inputTokens: 1_200, outputTokens: 30 } },
      { call: "Bash" as const, input: { command: "npm test -- \u001b[2Jtrolley" } },
    ],
    [{ say: "Mended the trolley." }],
  ];
  await using runtime = await openRuntime({
    dataDir: place.home,
    backends: [scriptedBackend({ scenario: { name: "kept", replies } })],
  });
  const { id } = await runtime.projects.ensure({
    rootPath: place.repository,
    name: "shop",
    defaultBranch: "main",
  });
  await using session = await runtime.createSession({
    projectId: id,
    backend: "scripted",
    title: "Mend it",
    workspace: { cwd: place.repository },
    input: "Mend the trolley",
  });
  for await (const event of session.subscribe()) {
    if (event.kind === "turnCompleted") break;
    if (event.kind === "approvalRequested")
      for (const { id: approval } of session.pendingApprovals)
        await session.answerApproval(approval, { kind: "allowAlways", scope: "project" });
  }
});
afterAll(() => place[Symbol.asyncDispose]());

test("search finds a session by its words, prints nothing that a terminal obeys, and knows no wrong syntax", async () => {
  const found = await place.run(["search", "trolley"]);
  expect(found).toMatchObject({ code: 0, stderr: "" });
  expect(found.stdout).toContain("Mend it");
  expect(found.stdout).toContain("Mended the trolley.");
  expect(found.stdout).not.toContain("\u001b");
  const json = (await place.run(["search", "mended", "trolley", "--json"])).json;
  expect(json).toMatchObject([{ kind: "message", snippet: { text: "Mended the trolley." } }]);
  expect((await place.run(["search", '"the', "trolley", "AND", "("])).code).toBe(0);
  expect((await place.run(["search", "--", "trolley", "-mended", "-npm"])).stdout).not.toContain("Mended");
  const nothing = await place.run(["search", "(*"]);
  expect(nothing).toMatchObject({ code: 2, stdout: "" });
  expect(nothing.stderr).toContain("begin*");
});

test("usage adds up, and takes only spans and days it understands", async () => {
  const { stdout } = await place.run(["usage", "--by", "project"]);
  expect(stdout).toMatch(/^PROJECT +IN +CACHED +OUT +COST\nshop /);
  const [sum] = (await place.run(["usage", "--json"])).json;
  expect(sum).toMatchObject({ key: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), isCostPartial: false });
  expect(sum).not.toHaveProperty("costUSD");
  expect(Number(sum?.inputTokens)).toBeGreaterThanOrEqual(1_200);
  expect(await place.run(["usage", "--since", "yesterday"])).toMatchObject({ code: 2 });
});

test("rules are listed in words and taken back", async () => {
  const [rule] = (await place.run(["rules", "ls", "--json"])).json;
  expect(rule).toMatchObject({ scope: "project", tool: "Bash", match: { kind: "command" } });
  const { stdout } = await place.run(["rules", "ls"]);
  expect(stdout).toMatch(/^ID +HOLDS FOR +COVERS/);
  expect(stdout).toContain("project shop");
  expect(stdout).not.toContain("\u001b");
  expect(await place.run(["rules", "rm", "nothing"])).toMatchObject({ code: 2 });
  const removed = await place.run(["rules", "rm", String(rule?.id).slice(-8)]);
  expect(removed.stdout).toContain('exactly "npm test');
  expect((await place.run(["rules", "ls"])).stderr).toContain("no rules");
});

test("repair --rebuild changes nothing that was right", async () => {
  const before = (await place.run(["ls", "--json", "--all"])).json;
  expect(await place.run(["repair"])).toMatchObject({ code: 2 });
  const repaired = await place.run(["repair", "--rebuild"]);
  expect(repaired).toMatchObject({ code: 0, stdout: "rebuilt 1 session from their transcripts\n" });
  expect((await place.run(["ls", "--json", "--all"])).json).toEqual(before);
  expect((await place.run(["search", "trolley"])).stdout).toContain("Mended");
});

test("policy try tells what a rule would have allowed of the past, and policy check what is wrong with a file", async () => {
  const tried = await place.run(["policy", "try", "--allow", "npm test *", "--json"]);
  expect(tried.json).toMatchObject([
    { effect: "ask", isSaved: false, decision: "allowAlways", decidedBy: "person" },
  ]);
  const refused = await place.run(["policy", "try", "--allow", "bash -c *"]);
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toContain("bash runs whatever follows");
  const file = join(place.dir, "policy.json");
  await writeFile(file, '{\n  "version": 1,\n  "rules": [{ "effect": "permit" }]\n}', { mode: 0o600 });
  const checked = await place.run(["policy", "check", file]);
  expect(checked).toMatchObject({ code: 1, stdout: "" });
  expect(checked.stderr).toContain(`${file}:3:25: rules[0].effect`);
  await writeFile(
    file,
    '{ "version": 1, "rules": [{ "effect": "allow", "tool": "Bash", "risk": "unknown" }] }',
  );
  expect((await place.run(["policy", "check", file])).stdout).toContain("valid");
  const with1 = await place.run(["policy", "try", file]);
  expect(with1.stdout).toContain("1 request of the past: 1 allowed, 0 denied, 0 asked");
  expect(with1.stdout).not.toContain("\u001b");
  const shown = await place.run(["policy", "show"]);
  expect(shown.stdout).toContain("allow risk read, write");
  expect(shown.stderr).toMatch(/no policy file yet: .*policy\.json would be one/);
  const byName = await place.run(["policy", "try", "--allow", "mcp:docs/search"]);
  expect(byName.stdout).toContain("1 request of the past: 0 allowed");
  expect(await place.run(["policy", "suggest"])).toMatchObject({ code: 0, stdout: "" });
});
