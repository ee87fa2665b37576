import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { runCommand } from "@nucleic/process";
import type { SessionSpec, ToolInput, ToolName } from "@nucleic/protocol";
import type { Perform, Performed, Preview } from "@nucleic/protocol/testing";
import { diffOf } from "./diff-of.ts";

/** The tools of the demo agent. They really read and write files and really run commands, those with `env`. */
export function demoTools(env: Readonly<Record<string, string>>): {
  readonly perform: Perform;
  readonly preview: Preview;
} {
  return {
    async perform(tool, input, spec, signal) {
      if (tool === "Bash") return run(textIn(input, "command"), env, spec, signal);
      const path = textIn(input, "path");
      if (tool === "Read") return { text: await readFile(resolve(spec.cwd, path), "utf8") };
      const change = await changeOf(tool, input, spec);
      await writeFile(resolve(spec.cwd, path), change.content);
      const { before, diff } = change;
      return {
        text: `wrote ${path}`,
        changes: [{ path, change: before === undefined ? "add" : "update", diff }],
      };
    },
    async preview(tool, input, spec) {
      if (tool === "Bash") return {};
      const { diff } = await changeOf(tool, input, spec);
      return { diff, paths: [textIn(input, "path")] };
    },
  };
}

interface Change {
  /** `undefined` where the file is not there. */
  readonly before: string | undefined;
  readonly content: string;
  readonly diff: string;
}

/** What a call would make of a file that is as it is now. */
async function changeOf(tool: ToolName, input: ToolInput, { cwd }: SessionSpec): Promise<Change> {
  const path = textIn(input, "path");
  const before = await readFile(resolve(cwd, path), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  const content = contentAfter(tool, input, before);
  return { before, content, diff: diffOf(path, before, content) };
}

function contentAfter(tool: ToolName, input: ToolInput, before: string | undefined): string {
  if (tool === "Write") return textIn(input, "content");
  if (tool !== "Edit") throw new Error(`the demo agent has no tool ${tool}`);
  const oldText = textIn(input, "oldText");
  if (!before?.includes(oldText)) throw new Error(`the text to replace is not in ${textIn(input, "path")}`);
  return before.replace(oldText, () => textIn(input, "newText"));
}

async function run(
  command: string,
  env: Readonly<Record<string, string>>,
  spec: SessionSpec,
  signal: AbortSignal,
): Promise<Performed> {
  const { code, ok, stdout, stderr } = await runCommand("/bin/sh", ["-c", command], {
    cwd: spec.cwd,
    env: { ...env, ...spec.env },
    signal,
    timeoutMs: 60_000,
    maxOutputBytes: 1024 * 1024,
    ...(spec.runId !== undefined && { runId: spec.runId }),
  });
  const text = stdout.toString("utf8") + stderr;
  return { text, isError: !ok, ...(code !== undefined && { exitCode: code }) };
}

function textIn(input: ToolInput, field: string): string {
  const value = input[field];
  if (typeof value !== "string") throw new Error(`\`${field}\` has to be a text`);
  return value;
}
