import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hooksThat, say } from "@nucleic/adapter-kit/testing";
import { WatchedRun } from "@nucleic/protocol/testing";
import { describe, expect, test } from "vitest";
import { type Bench, bench, VERSIONS } from "./lab.ts";
import "./patience.ts";

const read = (path: string) => ({ native: "Read", input: { file_path: path } }) as const;
const bash = (command: string) => ({ native: "Bash", input: { command, description: "d" } }) as const;

/** What is asked about while the model tries each call in a turn of its own. */
async function askedAbout(lab: Bench): Promise<string[]> {
  const { hooks, asked } = hooksThat({ kind: "deny" });
  await using run = await lab.backend.start(lab.spec(), hooks);
  const events = new WatchedRun(run);
  await run.send(say("try it all"));
  await events.nth("turnCompleted");
  await run.close();
  await events.ended;
  return asked.map(({ input }) => String(input.path ?? input.command));
}

/** A secret beside the worktree, and links into it that lead there. */
async function withSecret(lab: Bench): Promise<string> {
  const outside = join(lab.home, ".ssh");
  await mkdir(outside);
  await writeFile(join(outside, "id"), "SECRET");
  await writeFile(join(lab.cwd, "inside.txt"), "1");
  await symlink(join(outside, "id"), join(lab.cwd, "link"));
  await symlink(outside, join(lab.cwd, "folder"));
  return outside;
}

describe.each(VERSIONS)("reading with %s", (version) => {
  test("what lies in the worktree is not asked about; what leads out of it is, by whatever way", async () => {
    const inside = [read("inside.txt"), bash("ls"), bash("cat inside.txt"), bash("git status")];
    const outside = [
      read("../../etc/hostname"),
      read("link"),
      read("folder/id"),
      bash("cat link"),
      bash("grep -r S folder"),
    ];
    await using lab = await bench({ version, replies: [...inside, ...outside].map((call) => [call]) });
    await withSecret(lab);
    expect(await askedAbout(lab)).toEqual([
      join(lab.cwd, "../../etc/hostname"),
      join(lab.cwd, "link"),
      join(lab.cwd, "folder/id"),
      "cat link",
      "grep -r S folder",
    ]);
    const sent = JSON.stringify([...lab.model.requests].map(({ body }) => body));
    expect(sent).not.toContain("SECRET");
  });

  test("nor is it where the user's settings made us ask about everything", async () => {
    const calls = [read("inside.txt"), read("link"), read("missing.txt"), read("/etc/hostname")];
    await using lab = await bench({ version, replies: calls.map((call) => [call]) });
    await withSecret(lab);
    await mkdir(join(lab.home, ".claude"), { recursive: true });
    const permissions = { allow: ["Read"], additionalDirectories: ["/"] };
    await writeFile(join(lab.home, ".claude/settings.json"), JSON.stringify({ permissions }));
    expect(await askedAbout(lab)).toEqual([
      join(lab.cwd, "link"),
      join(lab.cwd, "missing.txt"),
      "/etc/hostname",
    ]);
  });
});
