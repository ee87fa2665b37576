import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { KnownCliName } from "@nucleic/lab";
import { findRun } from "@nucleic/process";
import { checkStream } from "@nucleic/protocol";
import type { Reply } from "@nucleic/protocol/testing";
import type { HostImage } from "@nucleic/sandbox/testing";
import { describe, expect, test } from "vitest";
import { confinedBench } from "./confined-bench.ts";

/** An agent that works in a sandbox. */
export interface ConfinedRow {
  readonly cli: KnownCliName;
  /** Variables that only its own configuration knows. */
  readonly env?: readonly string[];
}

export const confinedAgents: readonly ConfinedRow[] = [
  { cli: "claude" },
  { cli: "codex", env: ["LAB_API_KEY"] },
  { cli: "grok" },
];

const write: Reply = [{ call: "Write", input: { path: "hello.txt", content: "hello\n" } }];
const done: Reply = [{ say: "That is it." }];
const thinks: Reply = [{ say: "Let me think" }, { gate: "never" }];

/** The engine, and where it is a container the image. */
export interface ConfiningTable {
  readonly engine: "light" | "container";
  readonly image?: HostImage;
  /** Default: all. */
  readonly cases?: readonly ConfinedCase[];
}

type ConfinedCase = "task" | "interrupt" | "kill";
const ALL: readonly ConfinedCase[] = ["task", "interrupt", "kill"];

/** What a person sees of an agent in a sandbox is what they see of one outside: the same for every agent and engine. */
export function confinedTable(
  { engine, image, cases = ALL }: ConfiningTable,
  rows: readonly ConfinedRow[],
): void {
  describe.each(rows)(`$cli in ${engine}`, ({ cli, env = [] }) => {
    const make = (...replies: Reply[]) => confinedBench(cli, replies, image);
    const flags = env.flatMap((name) => ["--env", name]);
    const begin = ["--backend", cli, "--sandbox", engine, ...flags];
    const when = (which: ConfinedCase, name: string, body: () => Promise<void>) => {
      if (cases.includes(which)) test(name, body);
    };

    when("task", "does the task after an allow, and the work is integrated", async () => {
      await using bench = await make(write, done);
      await using pty = bench.terminal("run", "Say hello", ...begin);
      await pty.until("Allow Write?");
      await pty.until("y allow");
      pty.press("y");
      await pty.until("That is it.");
      await pty.until("● done");
      expect(await pty.exit()).toBe(0);
      const records = await bench.records();
      expect(records.find(({ kind }) => kind === "sandboxPrepared")).toMatchObject({ engine, files: true });
      expect(checkStream(records).faults).toEqual([]);
      expect((await bench.run("integrate", (await bench.session()).id)).code).toBe(0);
      expect(await bench.place.git("show", "main:hello.txt")).toBe("hello");
    });

    when(
      "interrupt",
      "is interrupted while it speaks, and goes on when it is taken up again, inside",
      async () => {
        await using bench = await make(thinks, done);
        await using pty = bench.terminal("run", "Think", ...begin);
        await bench.model.gateReached("never");
        pty.press("\u0003");
        await pty.until("● interrupted");
        expect(await pty.exit()).toBe(130);
        const { id } = await bench.session();
        const { code, json } = await bench.run("resume", id, "Go on", ...flags);
        expect(json.find(({ kind }) => kind === "sandboxPrepared")).toMatchObject({ engine });
        expect(json.findLast(({ kind }) => kind === "turnCompleted")).toMatchObject({ outcome: "completed" });
        expect(code).toBe(0);
      },
    );

    when(
      "kill",
      "the host killed with -9: the agent is ended, the session interrupted, and taken up again",
      async () => {
        await using bench = await make(done, thinks, done);
        expect((await bench.run("run", "Begin", ...begin)).code).toBe(0);
        const { id } = await bench.session();
        await using host = bench.spawn("resume", id, "Think", "--json", ...flags);
        await bench.model.gateReached("never");
        await host.kill("SIGKILL");
        const [record = ""] = await readdir(join(bench.place.home, "runs"));
        const runId = record.replace(/\.json$/, "");
        const ls = await bench.run("ls", "--json");
        expect(await findRun(runId)).toEqual([]);
        expect(ls.json).toMatchObject([{ status: "interrupted" }]);
        const { code, json } = await bench.run("resume", id, "Go on", ...flags);
        expect(json.find(({ kind }) => kind === "sessionStarted")).toMatchObject({ resumed: true });
        expect(code).toBe(0);
        expect(checkStream(await bench.records()).faults).toEqual([]);
      },
    );
  });
}
