import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRun, RUN_MARKER } from "@nucleic/process";
import { describe, expect, test } from "vitest";
import { cwd, fake, spec, turn } from "./fake-agent.ts";
import { Recording, say } from "./lab.ts";

describe("files through the client", () => {
  const request = (method: string, params: object) =>
    `client ${JSON.stringify({ method, params: { sessionId: "fake-session", ...params } })}`;
  const on = { clientFs: { maxFileBytes: 100 } };

  test("are not offered by themselves", async () => {
    const { said } = await turn(request("fs/read_text_file", { path: join(cwd, "a.txt") }));
    expect(JSON.parse(said)).toMatchObject({ code: -32601 });
  });

  test("are read, from a line on, and written", async () => {
    await writeFile(join(cwd, "a.txt"), "one\ntwo\nthree\n");
    const path = join(cwd, "a.txt");
    const { said } = await turn(request("fs/read_text_file", { path, line: 2, limit: 1 }), on);
    expect(JSON.parse(said)).toEqual({ content: "two\n" });
    await turn(request("fs/write_text_file", { path: join(cwd, "b.txt"), content: "new" }), on);
    expect(await readFile(join(cwd, "b.txt"), "utf8")).toBe("new");
  });

  test.each([
    ["an absolute path elsewhere", () => "/etc/hostname"],
    ["a way up", () => `${cwd}/../elsewhere.txt`],
    ["a link out", () => join(cwd, "link", "x.txt")],
    ["a link to nothing outside", () => join(cwd, "dangling")],
    ["a folder beside that begins alike", () => `${cwd}-beside/x.txt`],
    ["a relative path", () => "a.txt"],
    ["a file too large", () => join(cwd, "large.txt")],
    ["a folder", () => join(cwd, "folder")],
  ])("are refused for %s", async (_name, path) => {
    const outside = await mkdtemp(join(tmpdir(), "nucleic-outside-"));
    await symlink(outside, join(cwd, "link"));
    await symlink(join(outside, "made.txt"), join(cwd, "dangling"));
    await mkdir(`${cwd}-beside`);
    await mkdir(join(cwd, "folder"));
    await writeFile(join(cwd, "large.txt"), "x".repeat(101));
    const read = await turn(request("fs/read_text_file", { path: path() }), on);
    expect(JSON.parse(read.said)).toMatchObject({ code: expect.any(Number) });
    const content = "y".repeat(path().endsWith("large.txt") ? 101 : 1);
    const write = await turn(request("fs/write_text_file", { path: path(), content }), on);
    expect(JSON.parse(write.said)).toMatchObject({ code: expect.any(Number) });
    await expect(readFile(join(outside, "made.txt"))).rejects.toThrow();
    await rm(outside, { recursive: true });
    await rm(`${cwd}-beside`, { recursive: true });
  });
});

describe("terminals through the client", () => {
  /** Has the agent make requests one after the other, and gives what each was answered. */
  async function conversation(
    options: { readonly maxOutputBytes?: number; readonly maxTerminals?: number },
    talk: (ask: (method: string, params: object) => Promise<Record<string, unknown>>) => Promise<void>,
  ): Promise<void> {
    const run = await fake({ clientTerminal: options }).start(spec(), {});
    const events = new Recording(run);
    let turns = 0;
    await talk(async (method, params) => {
      await run.send(
        say(`client ${JSON.stringify({ method, params: { sessionId: "fake-session", ...params } })}`),
      );
      await events.next("turnCompleted", () => true, turns++);
      return JSON.parse(events.of("assistantText").findLast(({ isPartial }) => !isPartial)?.text ?? "");
    });
    await run.close();
  }

  test("run a command and give both of its outputs and its end", async () => {
    await conversation({}, async (ask) => {
      const args = ["-c", "echo out; echo err >&2; exit 3"];
      const { terminalId } = await ask("terminal/create", { command: "sh", args, cwd });
      expect(await ask("terminal/wait_for_exit", { terminalId })).toEqual({ exitCode: 3, signal: null });
      expect(await ask("terminal/output", { terminalId })).toEqual({
        output: "out\nerr\n",
        truncated: false,
        exitStatus: { exitCode: 3, signal: null },
      });
      expect(await ask("terminal/release", { terminalId })).toEqual({});
      expect(await ask("terminal/output", { terminalId })).toMatchObject({ code: -32002 });
    });
  });

  test("keep the end of an output that is too long", async () => {
    await conversation({ maxOutputBytes: 10 }, async (ask) => {
      const args = ["-c", "echo 0123456789; echo äöü"];
      const { terminalId } = await ask("terminal/create", { command: "sh", args, outputByteLimit: 6 });
      await ask("terminal/wait_for_exit", { terminalId });
      expect(await ask("terminal/output", { terminalId })).toMatchObject({ output: "öü\n", truncated: true });
    });
  });

  test("take no shell's liberties with their arguments, and see the agent's environment", async () => {
    await conversation({}, async (ask) => {
      const script = "console.log(process.argv[1], process.env.EXTRA)";
      const asked = {
        command: process.execPath,
        args: ["-e", script, "$HOME; `x`"],
        env: [{ name: "EXTRA", value: "e" }],
      };
      const { terminalId } = await ask("terminal/create", asked);
      await ask("terminal/wait_for_exit", { terminalId });
      expect(await ask("terminal/output", { terminalId })).toMatchObject({ output: "$HOME; `x` e\n" });
    });
  });

  test("are ended with all that they started, by the agent or with the run", async () => {
    const runIds: string[] = [];
    await conversation({}, async (ask) => {
      for (const _each of [1, 2]) {
        const args = ["-c", `setsid tail -f /dev/null & echo $${RUN_MARKER}; exec tail -f /dev/null`];
        const { terminalId } = await ask("terminal/create", { command: "sh", args });
        let output = "";
        while (!output.includes("\n"))
          ({ output = "" } = (await ask("terminal/output", { terminalId })) as { output?: string });
        runIds.push(output.trim());
        if (runIds.length === 1) await ask("terminal/kill", { terminalId });
      }
      expect(await findRun(runIds[0] ?? "")).toEqual([]);
    });
    expect(await findRun(runIds[1] ?? "")).toEqual([]);
  });

  test("are refused beyond their number, and outside of the worktree", async () => {
    await conversation({ maxTerminals: 1 }, async (ask) => {
      expect(await ask("terminal/create", { command: "true", cwd: "/" })).toMatchObject({ code: -32602 });
      await ask("terminal/create", { command: "true" });
      expect(await ask("terminal/create", { command: "true" })).toMatchObject({ code: -32602 });
    });
  });
});
