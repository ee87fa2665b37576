import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ModelRequest, ReplyFunction } from "@nucleic/lab";
import type { Reply } from "@nucleic/protocol/testing";
import { expect, test, vi } from "vitest";
import { AgentBench } from "./agent-bench.ts";

// Two sessions of the real Claude Code at once on one repository, whose work goes into its branch by itself.

vi.setConfig({ testTimeout: 180_000 });

const file = (path: string, content: string): Reply => [{ call: "Write", input: { path, content } }];
const merge = [
  "git add --all",
  "git commit --quiet --message=Mine",
  "git merge --no-edit main",
  "printf 'hello and moin\\n' > greeting.txt",
  "git commit --quiet --all --message=Merged",
].join("; ");

/** By the word in what the person said last: first what is done, then that it is, then the end of the turn. */
const work: Readonly<Record<string, Reply>> = {
  "write-one": file("one.txt", "one\n"),
  "write-two": file("two.txt", "two\n"),
  "greet-one": file("greeting.txt", "hello\n"),
  "greet-two": file("greeting.txt", "moin\n"),
  "merge-main": [{ call: "Bash", input: { command: merge, description: "Merge main" } }],
};

function worker(): ReplyFunction {
  const steps = new Map<string, number>();
  return (request: ModelRequest) => {
    if (request.kind !== "main") return undefined;
    const body = JSON.stringify(request.body);
    const said = Object.keys(work).sort((a, b) => body.lastIndexOf(b) - body.lastIndexOf(a))[0] ?? "";
    const server = /nucleic_[0-9a-f]{12}/.exec(body)?.[0] ?? "none";
    const session = `${server} ${said}`;
    const step = steps.get(session) ?? 0;
    steps.set(session, step + 1);
    const input = {
      server,
      tool: "set_disposition",
      arguments: { disposition: "completed", summary: "Done." },
    };
    const tell: Reply = [{ call: "Mcp", input }];
    return [work[said], tell][step] ?? [{ say: "That is it." }];
  };
}

test("two sessions ship at once; of two that conflict one is stopped, resolved by a later turn, and ships then", async () => {
  await using bench = await AgentBench.makeWith("claude", "2.1.332", { reply: worker() });
  const { place } = bench;
  const both = await Promise.all([
    bench.run("run", "write-one", "--title", "First", "--ship", "--json"),
    bench.run("run", "write-two", "--title", "Second", "--ship", "--json"),
  ]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(await place.git("show", "main:one.txt", "main:two.txt")).toBe("one\ntwo");
  expect(await place.git("status", "--porcelain")).toBe("");
  const ids = both.map(({ json }) => String(json[0]?.sessionId));

  const sent = await Promise.all([
    bench.run("send", ids[0] ?? "", "greet-one", "--approve", "policy", "--json"),
    bench.run("send", ids[1] ?? "", "greet-two", "--approve", "policy", "--json"),
  ]);
  const stopped = sent.findIndex(({ json }) => json.some((event) => event.phase === "conflicted"));
  const id = ids[stopped] ?? "";
  expect(sent.map(({ code }) => code).sort()).toEqual([0, 4]);
  expect(sent[stopped]?.json).toContainEqual(
    expect.objectContaining({ phase: "conflicted", paths: ["greeting.txt"], message: shipOff }),
  );
  const winner = await place.git("rev-parse", "main");
  expect(await place.git("show", "main:greeting.txt")).toBe(stopped === 0 ? "moin" : "hello");
  const again = await bench.run("integrate", id);
  expect([again.code, again.stderr]).toEqual([4, expect.stringContaining("greeting.txt (")]);
  expect(await place.git("rev-parse", "main")).toBe(winner);
  expect(await place.git("status", "--porcelain")).toBe("");

  expect((await bench.run("ship", id)).code).toBe(0);
  await using pty = bench.terminal("send", id, "merge-main", "--approve", "policy");
  await pty.until("Allow Bash?");
  await pty.until("y allow");
  pty.press("y");
  await pty.until("● done");
  expect(await pty.exit()).toBe(0);
  expect(await place.git("show", "main:greeting.txt")).toBe("hello and moin");
  expect(await readFile(join(place.repository, "greeting.txt"), "utf8")).toBe("hello and moin\n");
  expect(await place.git("rev-parse", "main^")).toBe(winner);
  expect(await place.git("status", "--porcelain")).toBe("");
});

const shipOff = expect.stringContaining("ship is off now");
