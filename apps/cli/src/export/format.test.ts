import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentEvent, ToolCallId } from "@nucleic/protocol";
import type { SessionItem } from "@nucleic/protocol/messages";
import { eventFactory, sampleEvents } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { ExportFile } from "./export-file.ts";
import { exportWriter } from "./format.ts";
import type { ExportFormat } from "./formats.ts";

const session = {
  id: "0198",
  title: "Fix <b>it</b> [now](javascript:x)",
  backend: "demo",
  branch: "nucleic/fix`it",
  status: "finished",
  createdAt: 0,
} as unknown as SessionItem;

function written(format: ExportFormat, events: readonly AgentEvent[]): string {
  const writer = exportWriter(format);
  return writer.start(session) + events.map((event) => writer.event(event)).join("") + writer.end();
}

const make = eventFactory();
const toolCallId = "t1" as ToolCallId;
const output = "before ``` after\n<script>alert(1)</script>\u001b[2J";
const events = [
  make("userMessage", { text: "Do\n\nit </section><script>x</script>", context: [] }),
  make("toolCallStarted", { toolCallId, tool: "Bash", nativeTool: "Bash" }),
  make("toolCallCompleted", { toolCallId, input: { command: "cat a\ncat b" } }),
  make("toolResult", { toolCallId, isError: true, content: [{ kind: "text", text: output }] }),
] as AgentEvent[];

test("a page has no element that anybody but we have made, and loads and runs nothing", () => {
  const page = written("html", [...events, ...Object.values(sampleEvents).flat()] as AgentEvent[]);
  const tags = [...page.matchAll(/<(\/?[a-z!][^\s>]*)/gi)].map(([, tag = ""]) => tag.replace("/", ""));
  const ours = ["!doctype", "html", "head", "meta", "title", "style", "body", "h1", "dl", "dt", "dd", "main"];
  const parts = ["section", "p", "details", "summary", "pre", "b", "code"];
  expect(tags.filter((tag) => ![...ours, ...parts].includes(tag))).toEqual([]);
  expect(page).toContain("default-src 'none'");
  expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;␛[2J");
  expect(page).toContain("Fix &lt;b&gt;it&lt;/b&gt;");
});

test("Markdown: no output leaves its fence, no title is markup, what a person said is quoted", () => {
  const text = written("md", events);
  expect(text).toContain("# Fix \\<b\\>it\\</b\\> \\[now\\](javascript:x)\n");
  expect(text).toContain("`` nucleic/fix`it ``");
  expect(text).toContain("> Do\n>\n> it");
  expect(text).toContain("\n````\nbefore ``` after\n");
  expect(text).toContain("␛[2J\n````\n");
});

test("JSON: the events as they are, one a line", () => {
  const lines = written("json", events).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(events);
});

test("a file is there once it is whole, for its owner alone; one that was not finished leaves nothing", async () => {
  const dir = await mkdtemp(join(tmpdir(), "nucleic-export-"));
  const path = join(dir, "out.md");
  {
    await using cutShort = await ExportFile.create(path, "a", false);
    await cutShort.write("half");
  }
  expect(await readdir(dir)).toEqual([]);
  {
    await using whole = await ExportFile.create(path, "b", false);
    await whole.write("one ");
    await whole.write("two");
    await whole.finish();
  }
  expect(await readFile(path, "utf8")).toBe("one two");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await expect(ExportFile.create(path, "c", false)).rejects.toMatchObject({ code: "fileExists" });
  const late = join(dir, "late.md");
  {
    await using slow = await ExportFile.create(late, "d", false);
    await writeFile(late, "somebody else's");
    await expect(slow.finish()).rejects.toMatchObject({ code: "fileExists" });
  }
  {
    await using forced = await ExportFile.create(path, "e", true);
    await forced.write("three");
    await forced.finish();
  }
  expect(await readFile(path, "utf8")).toBe("three");
  expect((await readdir(dir)).sort()).toEqual(["late.md", "out.md"]);
  await rm(dir, { recursive: true });
});
