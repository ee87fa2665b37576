import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allowAll, bench, Recording, say } from "./lab.ts";
import "./patience.ts";

const turn = [
  [{ call: "Write", input: { path: "ä b.txt", content: "hello\n" } }],
  [{ say: "Done." }],
] as const;

test.each([
  { trusted: true, runs: true },
  { trusted: false, runs: false },
])(
  "the user's config.toml stays as it is, and the repository's counts only where it is trusted: $trusted",
  async ({ trusted, runs }) => {
    await using lab = await bench({ replies: turn, folder: "wörk träe 'n" });
    await mkdir(join(lab.cwd, ".codex"));
    await writeFile(join(lab.cwd, ".codex/config.toml"), 'developer_instructions = "From the repository."\n');
    const before = await lab.userConfig();
    const { hooks, asked } = allowAll();
    const run = await lab.backend.start(lab.spec({ trusted }), hooks);
    const events = new Recording(run);
    await run.send(say("write it"));
    await events.next("turnCompleted", ({ outcome }) => outcome === "completed");
    const { backendSessionId } = await events.next("sessionStarted");
    await run.close();
    const resumed = await lab.backend.resume(
      { ...lab.spec({ trusted }), backendSessionId, fork: true },
      hooks,
    );
    await resumed.close();
    expect(await lab.userConfig()).toBe(before);
    expect(await readdir(join(lab.home, ".codex"))).not.toContain("rules");
    expect(asked).toMatchObject([{ tool: "Write", cwd: lab.cwd }]);
    expect(await lab.read("ä b.txt")).toBe("hello\n");
    const request = JSON.stringify(lab.model.requests.main[0]?.body);
    expect(request.includes("From the repository.")).toBe(runs);
  },
);
