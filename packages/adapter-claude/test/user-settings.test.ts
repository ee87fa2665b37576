import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { faultsOf, hooksThat, say } from "@nucleic/adapter-kit/testing";
import { WatchedRun } from "@nucleic/protocol/testing";
import { describe, expect, test } from "vitest";
import { bench, VERSIONS } from "./lab.ts";
import "./patience.ts";

const gated = [
  { call: "Write", input: { path: "a.txt", content: "x" } },
  { call: "Bash", input: { command: "echo x > b.txt" } },
  { call: "WebFetch", input: { url: "http://127.0.0.1:1/", prompt: "x" } },
] as const;
const allowing = (event: string, decision: object) => ({
  hooks: {
    [event]: [
      {
        matcher: "*",
        hooks: [
          {
            type: "command",
            command: `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...decision } })}'`,
          },
        ],
      },
    ],
  },
});
const json = (value: unknown) => JSON.stringify(value);

/** What a user may have in their own `.claude` that would answer in our stead. */
const cases: readonly (readonly [name: string, files: Readonly<Record<string, string>>])[] = [
  [
    "allow rules",
    {
      "settings.json": json({
        permissions: { allow: ["Write", "Bash", "Bash(echo:*)", "WebFetch", "Edit(/**)"] },
      }),
    },
  ],
  ["a mode that asks less", { "settings.json": json({ permissions: { defaultMode: "bypassPermissions" } }) }],
  ["a mode that asks nobody", { "settings.json": json({ permissions: { defaultMode: "auto" } }) }],
  ["a hook that allows", { "settings.json": json(allowing("PreToolUse", { permissionDecision: "allow" })) }],
  [
    "a hook that answers",
    { "settings.json": json(allowing("PermissionRequest", { decision: { behavior: "allow" } })) },
  ],
  [
    "a sandbox that is trusted",
    { "settings.json": json({ sandbox: { enabled: true, autoAllowBashIfSandboxed: true } }) },
  ],
  [
    "settings we know nothing of",
    { "settings.json": json({ permissions: { allow: ["Write"], somethingNew: true } }) },
  ],
];

describe.each(VERSIONS)("the user's own settings do not answer in our stead: %s", (version) => {
  test.each(cases)("%s", async (_name, files) => {
    for (const trusted of [false, true]) {
      await using lab = await bench({ version, replies: gated.map((call) => [call]) });
      for (const [path, text] of Object.entries(files)) {
        const full = join(lab.home, ".claude", path);
        await mkdir(dirname(full), { recursive: true });
        await writeFile(full, text);
      }
      const { hooks, asked } = hooksThat({ kind: "deny" });
      await using run = await lab.backend.start(lab.spec({ trusted }), hooks);
      const events = new WatchedRun(run);
      await run.send(say("go"));
      await events.nth("turnCompleted");
      await run.close();
      expect(asked.map(({ tool }) => tool)).toEqual(["Write", "Bash", "WebFetch"]);
      for (const path of ["a.txt", "b.txt"])
        await expect(readFile(join(lab.cwd, path))).rejects.toMatchObject({ code: "ENOENT" });
      expect(faultsOf(await events.ended)).toEqual([]);
    }
  });

  test("a subagent that bypasses permissions, and a skill that brings its own", async () => {
    const agent = "---\nname: free\ndescription: x\npermissionMode: bypassPermissions\n---\nDo it.\n";
    const skill = "---\nname: free\ndescription: x\nallowed-tools: Write, Bash, WebFetch\n---\nGo on.\n";
    const calls = [
      {
        native: "Agent",
        input: { description: "d", prompt: "do it", subagent_type: "free", run_in_background: false },
      },
      { native: "Skill", input: { skill: "free" } },
      ...gated,
    ] as const;
    const replies = calls.map((call) => [call]);
    await using lab = await bench({ version, replies, subagentReplies: [[gated[0]]] });
    for (const [path, text] of Object.entries({ "agents/free.md": agent, "skills/free/SKILL.md": skill })) {
      const full = join(lab.home, ".claude", path);
      await mkdir(dirname(full), { recursive: true });
      await writeFile(full, text);
    }
    // Whoever allows the skill or the subagent has not allowed what they do next.
    const { hooks, asked } = hooksThat(({ nativeTool }) =>
      ["Agent", "Task", "Skill"].includes(nativeTool) ? { kind: "allow" } : { kind: "deny" },
    );
    await using run = await lab.backend.start(lab.spec(), hooks);
    const events = new WatchedRun(run);
    await run.send(say("go"));
    await events.nth("turnCompleted");
    await run.close();
    expect(asked.map(({ tool, nativeTool }) => (tool === "Other" ? nativeTool : tool))).toEqual([
      "Task",
      "Write",
      "Skill",
      "Write",
      "Bash",
      "WebFetch",
    ]);
  });
});
