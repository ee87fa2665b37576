import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { SessionSpec } from "@nucleic/protocol";
import { describe, expect, test } from "vitest";
import type { AcpAgent } from "../agents/agent.ts";
import { claudeAgentAcp } from "../agents/claude-agent-acp.ts";
import { codexAcp } from "../agents/codex-acp.ts";
import { gemini } from "../agents/gemini.ts";
import { grok } from "../agents/grok.ts";
import { opencode } from "../agents/opencode.ts";
import { checkTrust, inspectSurface } from "./inspect.ts";

interface Row {
  readonly agent: AcpAgent;
  /** Files that it acts on, and what they are shown as. */
  readonly reads: Readonly<Record<string, string>>;
  /** Another agent's, or prose, which it leaves alone. */
  readonly leaves: readonly string[];
  /** What an untrusted project changes: the launch, or that there is none. */
  readonly untrusted: object | "refused";
}

const launched = ({ launch, sessionMeta }: AcpAgent, trusted: boolean) => {
  const spec = { cwd: "/r/p", trusted, mcpServers: {} } as unknown as SessionSpec;
  return { launch: launch?.(spec), meta: sessionMeta?.(spec) };
};

const rows: readonly Row[] = [
  {
    agent: claudeAgentAcp,
    reads: {
      ".claude/settings.json": "other",
      ".claude/settings.local.json": "other",
      ".claude/hooks/run.sh": "hook",
      ".mcp.json": "mcpServer",
    },
    leaves: ["CLAUDE.md", ".codex/config.toml", ".grok/config.toml", "opencode.json"],
    untrusted: { meta: { claudeCode: { options: { settingSources: ["user"] } } } },
  },
  {
    agent: codexAcp,
    reads: {
      ".codex/config.toml": "other",
      ".codex/hooks.json": "hook",
      ".codex/rules/a.rules": "other",
      ".agents/skills/a/run.sh": "other",
    },
    leaves: ["AGENTS.md", ".claude/settings.json", ".mcp.json"],
    untrusted: {
      launch: {
        args: expect.arrayContaining([
          'projects={"/r/p"={trust_level="untrusted"},"/r"={trust_level="untrusted"},"/"={trust_level="untrusted"}}',
        ]),
      },
    },
  },
  {
    agent: grok,
    reads: {
      ".grok/config.toml": "other",
      ".grok/hooks/a.json": "hook",
      ".grok/lsp.json": "helper",
      ".grok/plugins/p/x.sh": "plugin",
      ".claude/settings.json": "other",
      ".cursor/mcp.json": "mcpServer",
      ".mcp.json": "mcpServer",
      ".envrc": "helper",
    },
    leaves: [".codex/config.toml", ".env", "AGENTS.md"],
    untrusted: { launch: { env: { GROK_FOLDER_TRUST: "1" } } },
  },
  {
    agent: gemini,
    reads: {
      ".gemini/settings.json": "other",
      ".gemini/extensions/e/gemini-extension.json": "plugin",
      ".gemini/.env": "env",
      ".env": "env",
    },
    leaves: ["GEMINI.md", ".mcp.json", ".claude/settings.json"],
    untrusted: { launch: { env: { GEMINI_CLI_TRUST_WORKSPACE: "false" } } },
  },
  {
    agent: opencode,
    reads: {
      "opencode.json": "other",
      "opencode.jsonc": "other",
      ".opencode/plugin/p.ts": "plugin",
      ".opencode/opencode.json": "other",
    },
    leaves: ["AGENTS.md", ".mcp.json", ".claude/settings.json"],
    untrusted: "refused",
  },
];

describe.each(rows.map((row) => [row.agent.id, row] as const))("%s", (_id, row) => {
  const { agent, reads, leaves, untrusted } = row;

  test.each(Object.entries(reads))("acts on %s, shown as %s", async (file, kind) => {
    await using place = await project([file]);
    expect((await inspectSurface(agent.project, place.dir)).items).toEqual([{ file, kind, text: "x" }]);
  });

  test("leaves the rest alone", async () => {
    await using place = await project(leaves);
    expect((await inspectSurface(agent.project, place.dir)).items).toEqual([]);
  });

  test("changes this where nobody has trusted the project", async () => {
    await using place = await project(Object.keys(reads));
    const check = checkTrust(agent.project, place.dir, false);
    if (untrusted === "refused") {
      await expect(check).rejects.toMatchObject({ code: "notTrusted" });
      return;
    }
    await check;
    expect(launched(agent, false)).toMatchObject(untrusted);
    expect(launched(agent, true)).not.toMatchObject(untrusted);
  });
});

/** A repository with these files. */
async function project(files: readonly string[]) {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "nucleic-surfaces-")));
  for (const file of [".git/HEAD", ...files]) {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await writeFile(join(dir, file), "x");
  }
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}
