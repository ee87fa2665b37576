import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { allowAll, say } from "@nucleic/adapter-kit/testing";
import { findRun } from "@nucleic/process";
import { WatchedRun } from "@nucleic/protocol/testing";
import { describe, expect, test } from "vitest";
import { bench, VERSIONS } from "./lab.ts";
import "./patience.ts";

describe.each(VERSIONS)("what other users of the machine can see of %s", (version) => {
  test("the bearer and the session's own MCP secrets are in files of ours alone, gone with the run", async () => {
    await using lab = await bench({ version, backend: { transport: "http" } });
    const runId = crypto.randomUUID();
    const mcpServers = {
      mine: { transport: "http", url: "http://127.0.0.1:1/mcp", headers: { authorization: "Bearer CANARY" } },
    } as const;
    await using run = await lab.backend.start(lab.spec({ runId, mcpServers }), allowAll().hooks);
    const events = new WatchedRun(run);
    await run.send(say("hello"));
    await events.nth("turnCompleted");

    const [program] = await findRun(runId);
    const read = (name: string) => readFile(`/proc/${program?.pid}/${name}`, "utf8");
    const argv = (await read("cmdline")).split("\0");
    const config = argv[argv.indexOf("--mcp-config") + 1] ?? "";
    const text = await readFile(config, "utf8");
    const bearer = /"nucleic_approve".*?Bearer ([\w-]{43})/.exec(text)?.[1] ?? "none";
    expect(text).toContain("CANARY");
    for (const seen of [argv.join(" "), await read("environ")])
      for (const secret of [bearer, "CANARY"]) expect(seen).not.toContain(secret);
    const dir = join(config, "..");
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(dir)) expect((await stat(join(dir, name))).mode & 0o777).toBe(0o600);

    await run.close();
    await expect(stat(dir)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("nothing of the host reaches the agent that is not on the list", async () => {
    const calls = [[{ call: "Bash", input: { command: "env > env.txt" } } as const]];
    const environment = {
      NUCLEIC_TOKEN: "CANARY",
      GITHUB_TOKEN: "CANARY",
      SSH_AUTH_SOCK: "CANARY",
      GIT_DIR: "CANARY",
    };
    await using lab = await bench({ version, replies: calls, env: environment });
    await using run = await lab.backend.start(lab.spec(), allowAll().hooks);
    const events = new WatchedRun(run);
    await run.send(say("hello"));
    await events.nth("turnCompleted");
    await run.close();
    const env = await readFile(join(lab.cwd, "env.txt"), "utf8");
    expect(env).toContain("NUCLEIC_RUN=");
    expect(env).not.toContain("CANARY");
  });
});
