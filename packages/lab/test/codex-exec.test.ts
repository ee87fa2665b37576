import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Reply } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { codexExec, type Fields } from "./codex-exec.ts";
import { outsideProxy } from "./outside-proxy.ts";

const install = { timeout: 180_000 };
const version = "0.171.0";

test("codex exec says and thinks what the script says, and counts what it costs", install, async () => {
  const usage = { inputTokens: 7, outputTokens: 3, cachedInputTokens: 2 };
  await using run = await codexExec(version, {
    replies: [[{ think: "Let me see." }, { say: "Hello from the script." }, { usage }]],
  });
  expect(run.items).toEqual([
    { type: "reasoning", text: "Let me see." },
    { type: "agent_message", text: "Hello from the script." },
  ]);
  expect(run.events.at(-1)).toMatchObject({
    type: "turn.completed",
    usage: { input_tokens: 9, cached_input_tokens: 2, output_tokens: 3 },
  });
  expect(run.requests).toMatchObject([{ kind: "main", path: "/v1/responses" }]);
  expect(JSON.stringify(run.requests[0]?.body)).toContain("Do it.");
});

test("it asks nobody but the scripted model", install, async () => {
  await using proxy = await outsideProxy();
  await using run = await codexExec(version, { replies: [[{ say: "Hello." }]], env: proxy.env });
  expect(run.code).toBe(0);
  expect(proxy.attempts).toEqual([]);
});

test("what would leave the machine is seen: with plugins Codex looks for them", install, async () => {
  await using proxy = await outsideProxy();
  await using run = await codexExec(version, {
    reply: () => proxy.attempted.then(() => undefined),
    env: proxy.env,
    flags: ["-c", "features.plugins=true"],
  });
  expect(run.code).toBe(0);
  expect(proxy.attempts).toContain("CONNECT github.com:443 HTTP/1.1");
});

const ran = (command: string, output: unknown): Fields => ({
  type: "command_execution",
  command: expect.stringContaining(command),
  aggregated_output: output,
  exit_code: 0,
  status: "completed",
});
const changed = (path: string, kind: string): Fields => ({
  type: "file_change",
  changes: [{ path: expect.stringMatching(`/${path}$`), kind }],
  status: "completed",
});

interface ToolRow {
  readonly title: string;
  readonly reply: Reply;
  readonly items: readonly Fields[];
  readonly files?: Readonly<Record<string, string>>;
}

const toolRows: readonly ToolRow[] = [
  {
    title: "a command, in the sandbox",
    reply: [{ call: "Bash", input: { command: "echo made | tee made.txt; touch ../out || echo refused" } }],
    items: [ran("echo made", expect.stringMatching(/^made\n.*\nrefused\n$/))],
    files: { "made.txt": "made\n" },
  },
  {
    title: "a new file in a new folder",
    reply: [{ call: "Write", input: { path: "new/file.txt", content: "one\n\ntwo" } }],
    items: [changed("new/file.txt", "add")],
    files: { "new/file.txt": "one\n\ntwo\n" },
  },
  {
    title: "a file anew, and an empty one",
    reply: [
      { call: "Write", input: { path: "old.txt", content: "fresh\n" } },
      { call: "Write", input: { path: "empty.txt", content: "" } },
    ],
    items: [changed("old.txt", "add"), changed("empty.txt", "add")],
    files: { "old.txt": "fresh\n", "empty.txt": "" },
  },
  {
    title: "an edit",
    reply: [{ call: "Edit", input: { path: "old.txt", oldText: "two\n", newText: "2\n2.5\n" } }],
    items: [changed("old.txt", "update")],
    files: { "old.txt": "one\n2\n2.5\nthree\n" },
  },
  {
    title: "several edits of a file",
    reply: [
      {
        call: "MultiEdit",
        input: {
          path: "old.txt",
          edits: [
            { oldText: "one", newText: "1" },
            { oldText: "three", newText: "3" },
          ],
        },
      },
    ],
    items: [changed("old.txt", "update")],
    files: { "old.txt": "1\ntwo\n3\n" },
  },
  {
    title: "reading",
    reply: [{ call: "Read", input: { path: "old.txt", offset: 2, limit: 1 } }],
    items: [ran("sed", "two\n")],
  },
  {
    title: "finding files",
    reply: [{ call: "Glob", input: { pattern: "**/*.txt" } }],
    items: [ran("find", "./old.txt\n")],
  },
  {
    title: "searching",
    reply: [{ call: "Grep", input: { pattern: "tw.$" } }],
    items: [ran("grep", "./old.txt:2:two\n")],
  },
  {
    title: "a list of tasks",
    reply: [{ call: "TodoWrite", input: { entries: [{ text: "first", status: "completed" }] } }],
    items: [{ type: "todo_list", items: [{ text: "first", completed: true }] }],
  },
];

test.for(toolRows)("codex exec does $title", install, async ({ reply, items, files = {} }) => {
  await using run = await codexExec(version, { replies: [reply], files: { "old.txt": "one\ntwo\nthree\n" } });
  const message = { type: "agent_message", text: "All done." };
  expect(run.items.toSorted(byType)).toEqual([message, ...items].toSorted(byType));
  for (const [path, text] of Object.entries(files))
    expect(await readFile(join(run.cwd, path), "utf8")).toBe(text);
});

// A list of tasks is only complete when the turn is.
const byType = (a: Fields, b: Fields): number => String(a.type).localeCompare(String(b.type));

test("a model that Codex does not know patches files through the shell", install, async () => {
  await using run = await codexExec(version, {
    replies: [[{ call: "Write", input: { path: "new.txt", content: "it's\n" } }]],
    flags: ["-m", "lab-model"],
  });
  expect(run.items).toContainEqual(changed("new.txt", "add"));
  expect(await readFile(join(run.cwd, "new.txt"), "utf8")).toBe("it's\n");
});

test("a subagent has replies of its own", install, async () => {
  await using run = await codexExec(version, {
    replies: [
      [{ call: "Task", input: { prompt: "Look.", description: "Look up" } }],
      [{ native: "wait_agent", input: { timeout_ms: 30_000 } }],
      [{ say: "It looked." }],
    ],
    subagentReplies: [[{ say: "I see." }]],
    flags: ["-c", "features.multi_agent_v2=true"],
  });
  const kinds = run.requests.map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(["main", "main", "main", "subagent"]);
  expect(JSON.stringify(run.requests.at(-1)?.body)).toContain("I see.");
  expect(run.items.at(-1)).toEqual({ type: "agent_message", text: "It looked." });
});

const demand = "We’re currently experiencing high demand, which may cause temporary errors.";
const late = { httpError: 500, message: "late" };
const failures: readonly [string, Reply, string][] = [
  ["400", [{ httpError: 400, message: "bad request" }], '"message":"bad request"'],
  ["401", [{ httpError: 401, message: "bad key" }], "unexpected status 401 Unauthorized: bad key"],
  ["403", [{ httpError: 403, message: "not you" }], "unexpected status 403 Forbidden: not you"],
  ["429", [{ httpError: 429 }], "exceeded retry limit, last status: 429 Too Many Requests"],
  ["500", [{ httpError: 500 }], demand],
  ["503", [{ httpError: 503 }], "Selected model is at capacity"],
  ["529", [{ httpError: 529 }], "unexpected status 529"],
  ["a cut at the start", [{ cut: true }], "error sending request"],
  ["a cut in the middle", [{ say: "half " }, { cut: true }], "error decoding response body"],
  ["an error in the middle", [{ say: "half " }, late], "stream disconnected before completion: late"],
];

test.for(failures)("%s fails the turn, and nothing is tried again", install, async ([, reply, said]) => {
  await using run = await codexExec(version, { replies: [reply] });
  expect(run.code).toBe(1);
  expect(run.events.at(-1)).toMatchObject({
    type: "turn.failed",
    error: { message: expect.stringContaining(said) },
  });
  expect(run.items).toEqual([]);
  expect(run.requests).toHaveLength(1);
});

test("retries come back with their setting", install, async () => {
  await using run = await codexExec(version, {
    replies: [[{ say: "half " }, { cut: true }], [{ say: "whole" }]],
    flags: ["-c", "model_providers.lab.stream_max_retries=1"],
  });
  expect(run.items).toEqual([{ type: "agent_message", text: "whole" }]);
  expect(run.requests).toHaveLength(2);
});

test("a broken delta is passed over", install, async () => {
  await using run = await codexExec(version, { replies: [[{ say: "whole" }, { malformed: true }]] });
  expect(run.items).toEqual([{ type: "agent_message", text: "whole" }]);
  expect(run.code).toBe(0);
});
