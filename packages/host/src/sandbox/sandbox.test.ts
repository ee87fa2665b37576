import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxChoice } from "@nucleic/protocol";
import type { SessionRecord } from "@nucleic/runtime";
import { type Availability, noneEngine, type SandboxEngine } from "@nucleic/sandbox";
import { describe, expect, onTestFinished, test } from "vitest";
import { agentHome, removeHomesBut } from "./agent-home.ts";
import { choiceOf } from "./choice-of.ts";
import { chooseEngine } from "./choose-engine.ts";

const ran = (sandbox?: string) =>
  ({ id: "s", backendSessionId: "b", ...(sandbox && { sandbox }) }) as SessionRecord;
const unbegun = { id: "s" } as SessionRecord;

describe("what a run is confined by", () => {
  test.each<
    [
      string,
      SandboxChoice | undefined,
      SandboxChoice | undefined,
      SessionRecord | undefined,
      string | undefined,
    ]
  >([
    ["nobody has said anything", undefined, undefined, undefined, undefined],
    ["the project says", undefined, "light", undefined, "light"],
    ["who starts it knows better", "none", "light", undefined, "none"],
    ["one without an agent so far begins as a new one", "light", undefined, unbegun, "light"],
    ["one that has run goes on as it was", undefined, "container", ran("light"), "light"],
    ["in nothing, where that was so", undefined, "container", ran(), undefined],
    ["by another engine, where it is told", "container", undefined, ran("light"), "container"],
    ["it is auto, and that is how it was", "auto", undefined, ran("light"), "light"],
    ["not outside, where it was inside", "none", undefined, ran("light"), "sandboxFixed"],
    ["nor inside, where it was outside", "light", undefined, ran(), "sandboxFixed"],
  ])("%s", (_when, asked, sandbox, session, expected) => {
    const project = sandbox ? { sandbox } : {};
    expect(outcome(() => choiceOf({ asked, byDevice: false, project, session }))).toBe(expected);
  });

  test.each<[SandboxChoice, string]>([
    ["none", "localOnly"],
    ["auto", "localOnly"],
    ["light", "light"],
    ["container", "container"],
  ])("a paired device asks for %s where the project says light", (asked, expected) => {
    const wish = { asked, byDevice: true, project: { sandbox: "light" } } as const;
    expect(outcome(() => choiceOf(wish))).toBe(expected);
  });
});

const engine = (name: SandboxEngine["name"], answer: Availability): SandboxEngine => ({
  ...noneEngine(),
  name,
  available: async () => answer,
});
const works: Availability = { available: true, limits: [] };
const missing: Availability = {
  available: false,
  reasons: [{ code: "programMissing", message: "it is not installed", hint: "install it" }],
};

describe("the engine that a choice means", () => {
  test("auto takes the first that works, and says why it is none", async () => {
    const both = [engine("light", missing), engine("container", works)];
    expect((await chooseEngine(both, "auto")).engine?.name).toBe("container");
    const { engine: none, message } = await chooseEngine([engine("light", missing)], "auto");
    expect({ none, message }).toEqual({
      none: undefined,
      message: "nothing confines the agent: it is not installed",
    });
  });

  test("one that does not work is refused with how to mend it, and nothing else is taken instead", async () => {
    const refused = chooseEngine([engine("light", missing), engine("container", works)], "light");
    await expect(refused).rejects.toMatchObject({ code: "sandboxUnavailable", hint: "install it" });
  });
});

test("a home has the login as a link to what is mounted, is found again as it was, and goes with its worktree", async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), "nucleic-home-")));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const moved = join(root, "elsewhere");
  await mkdir(moved);
  await writeFile(join(moved, "auth.json"), "{}");
  const options = {
    dataDir: root,
    cwd: root,
    env: { HOME: root, CODEX_HOME: moved, PATH: process.env.PATH, GIT_AUTHOR_NAME: "x" },
    credentials: [{ folder: ".codex", folderEnv: "CODEX_HOME", file: "auth.json" }],
  };
  const home = await agentHome(options);
  expect(await readlink(join(home.path, ".codex/auth.json"))).toBe(join(moved, "auth.json"));
  expect(home.mounts).toEqual([
    { path: home.path, access: "write" },
    { path: join(moved, "auth.json"), access: "read" },
  ]);
  expect(home.environment).toMatchObject({ HOME: home.path, CODEX_HOME: undefined });
  // What an agent leaves there may be links: nothing is written from outside any more.
  await rm(join(home.path, ".gitconfig"));
  await writeFile(join(root, "victim"), "as it was");
  await symlink(join(root, "victim"), join(home.path, ".gitconfig"));
  expect((await agentHome(options)).path).toBe(home.path);
  expect(await readFile(join(root, "victim"), "utf8")).toBe("as it was");
  expect(await removeHomesBut(root, async () => [root])).toBe(0);
  expect(await removeHomesBut(root, async () => [])).toBe(1);
  expect(await readdir(join(root, "sandboxes"))).toEqual([]);
});

function outcome(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch (error) {
    return (error as { code: string }).code;
  }
}
