import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkTrust, inspectSurface } from "./inspect.ts";
import type { ProjectSurface } from "./surface.ts";
import { claudeProject, codexProject, geminiProject, grokProject, opencodeProject } from "./surfaces.ts";

let root: string;
let dir: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "nucleic-surface-")));
  dir = join(root, "project");
  await mkdir(dir);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(dir, path)), { recursive: true });
  await writeFile(join(dir, path), text);
}

const below = async (surface: ProjectSurface) =>
  (await inspectSurface(surface, dir)).items.filter(({ file }) => !file.startsWith("../.."));

describe("the surface of a project", () => {
  test("is empty where there is none of it", async () => {
    expect(await below(grokProject)).toEqual([]);
  });

  test.each([
    [".grok/hooks/a.json", "hook"],
    [".grok/config.toml", "other"],
    [".grok/lsp.json", "helper"],
    [".mcp.json", "mcpServer"],
    [".cursor/mcp.json", "mcpServer"],
    [".grok/plugins/p/x.sh", "plugin"],
    [".envrc", "helper"],
  ])("names %s with what it says, as %s", async (file, kind) => {
    await write(file, "first\nsecond");
    expect(await below(grokProject)).toEqual([{ file, kind, text: "first second" }]);
  });

  test("is not what the user has of their own above the repository", async () => {
    await mkdir(join(dir, ".git"));
    for (const folder of [".grok", ".claude", ".cursor", ".codex", ".agents", ".opencode", ".gemini"]) {
      await mkdir(join(root, folder));
      await writeFile(join(root, folder, "auth.json"), "the user's own");
    }
    await writeFile(join(root, "opencode.json"), "{}");
    for (const surface of [grokProject, claudeProject, codexProject, geminiProject, opencodeProject])
      expect(await below(surface)).toEqual([]);
  });

  test.each(Object.entries({ grokProject, codexProject, opencodeProject }))(
    "of %s is also what stands between the folder and the root of the repository",
    async (_name, surface) => {
      const [file] = surface.files;
      await mkdir(join(root, ".git"));
      await mkdir(join(root, file?.path ?? "", ".."), { recursive: true });
      await writeFile(join(root, file?.path ?? ""), "x");
      expect(await below(surface)).toEqual([{ file: `../${file?.path}`, kind: "other", text: "x" }]);
    },
  );

  test("takes in the folders above, where the agent does", async () => {
    await writeFile(join(root, ".mcp.json"), "{}");
    await mkdir(join(root, ".gemini"));
    expect(await below(grokProject)).toEqual([{ file: "../.mcp.json", kind: "mcpServer", text: "{}" }]);
  });

  test("changes its hash with every byte of it, and with nothing else", async () => {
    await write(".grok/hooks/run.sh", "echo one");
    const first = await inspectSurface(grokProject, dir);
    await write("src/main.ts", "anything");
    expect((await inspectSurface(grokProject, dir)).hash).toBe(first.hash);
    await write(".grok/hooks/run.sh", "echo two");
    expect((await inspectSurface(grokProject, dir)).hash).not.toBe(first.hash);
  });

  test("says of a link that leads out, and of what is too large, that it could not be read", async () => {
    await writeFile(join(root, "outside"), "secret");
    await mkdir(join(dir, ".grok"));
    await symlink(join(root, "outside"), join(dir, ".grok/config.toml"));
    await write(".grok/large.json", "x".repeat(1024 * 1024 + 1));
    const items = await below(grokProject);
    expect(items.map(({ kind }) => kind)).toEqual(["unreadable", "unreadable"]);
    expect(JSON.stringify(items)).not.toContain("secret");
  });
});

describe("a project that nobody has trusted", () => {
  const refusing: ProjectSurface = { files: [{ path: "agent.json", kind: "other" }], untrusted: "refuse" };

  test("is refused for an agent that would act on it, and only for such a one", async () => {
    await write("agent.json", "{}");
    await expect(checkTrust(refusing, dir, false)).rejects.toMatchObject({ code: "notTrusted" });
    await checkTrust(refusing, dir, true);
    await checkTrust({ ...refusing, untrusted: "gated" }, dir, false);
  });
});
