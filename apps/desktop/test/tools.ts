import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { runCommand } from "@nucleic/process";
import type { SessionSpec, ToolInput, ToolName } from "@nucleic/protocol";
import type { Perform, Preview } from "@nucleic/protocol/testing";
import { createPatch } from "diff";

/** Tools that really read, write and run, in the session's own worktree. */
export function realTools(env: Readonly<Record<string, string>>): {
  readonly perform: Perform;
  readonly preview: Preview;
} {
  return {
    async perform(tool, input, spec, signal) {
      if (tool === "Bash") return run(textIn(input, "command"), { env, cwd: spec.cwd, signal });
      if (tool !== "Write" && tool !== "Edit" && tool !== "Read") return {};
      const path = textIn(input, "path");
      if (tool === "Read") return { text: await readFile(resolve(spec.cwd, path), "utf8") };
      const { before, after } = await changeOf(tool, input, spec);
      await writeFile(resolve(spec.cwd, path), after);
      const diff = createPatch(path, before ?? "", after);
      return {
        text: `wrote ${path}`,
        changes: [{ path, change: before === undefined ? "add" : "update", diff }],
      };
    },
    async preview(tool, input, spec) {
      if (tool !== "Write" && tool !== "Edit") return {};
      const { before, after } = await changeOf(tool, input, spec);
      const path = textIn(input, "path");
      return { diff: createPatch(path, before ?? "", after), paths: [path] };
    },
  };
}

async function changeOf(tool: ToolName, input: ToolInput, { cwd }: SessionSpec) {
  const before = await readFile(resolve(cwd, textIn(input, "path")), "utf8").catch(() => undefined);
  if (tool === "Write") return { before, after: textIn(input, "content") };
  return { before, after: before?.replace(textIn(input, "oldText"), () => textIn(input, "newText")) ?? "" };
}

async function run(
  command: string,
  options: {
    readonly env: Readonly<Record<string, string>>;
    readonly cwd: string;
    readonly signal: AbortSignal;
  },
) {
  const limits = { timeoutMs: 30_000, maxOutputBytes: 64 * 1024 };
  const { code, ok, stdout, stderr } = await runCommand("/bin/sh", ["-c", command], {
    ...options,
    ...limits,
  });
  const text = stdout.toString("utf8") + stderr;
  return { text, isError: !ok, ...(code !== undefined && { exitCode: code }) };
}

function textIn(input: ToolInput, field: string): string {
  const value = input[field];
  if (typeof value !== "string") throw new Error(`\`${field}\` has to be a text`);
  return value;
}
