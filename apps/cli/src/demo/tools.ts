import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@nucleic/process";
import type { ToolCallId } from "@nucleic/protocol/core";
import { type Asked, call, type ToolOutcome } from "./call.ts";
import { addedDiff, editedDiff } from "./files.ts";
import type { Stream, Toolbox } from "./toolbox.ts";

/** Reads a file; `undefined` where there is none. Nobody is asked. */
export async function* read(box: Toolbox, path: string): Stream<string | undefined> {
  const source = await readFile(join(box.cwd, path), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  const text = source ?? `${path}: no such file`;
  yield* call(box, "Read", { path }, async () => ({ text, allowed: true, ok: source !== undefined }));
  return source;
}

/** Creates a file once a person allows it. */
export async function* create(box: Toolbox, path: string, content: string): Stream<ToolOutcome> {
  const diff = addedDiff(path, content);
  return yield* change(box, { tool: "Write", input: { path, content }, diff, paths: [path] }, path, content);
}

/** Replaces one line of a file once a person allows it. */
export async function* edit(
  box: Toolbox,
  path: string,
  source: string,
  line: { readonly oldText: string; readonly newText: string },
): Stream<ToolOutcome> {
  const diff = editedDiff(path, source, line);
  const asked: Asked = { tool: "Edit", input: { path, ...line }, diff, paths: [path] };
  return yield* change(
    box,
    asked,
    path,
    source.replace(line.oldText, () => line.newText),
  );
}

/** Runs a command once a person allows it. */
export async function* run(box: Toolbox, command: string): Stream<ToolOutcome> {
  const input = { command };
  const work = async (): Promise<ToolOutcome> => {
    const options = { cwd: box.cwd, env: box.env, signal: box.signal, timeoutMs: 60_000 };
    const result = await box.track(runCommand("/bin/sh", ["-c", command], options));
    const text = result.stdout.toString("utf8") + result.stderr;
    return {
      text,
      allowed: true,
      ok: result.ok,
      ...(result.code !== undefined && { exitCode: result.code }),
    };
  };
  return yield* call(box, "Bash", input, work, { tool: "Bash", input });
}

async function* change(box: Toolbox, asked: Asked, path: string, content: string): Stream<ToolOutcome> {
  const id = box.nextId() as ToolCallId;
  const work = async (): Promise<ToolOutcome> => {
    await writeFile(join(box.cwd, path), content);
    return { text: `wrote ${path}`, allowed: true, ok: true };
  };
  const outcome = yield* call(box, asked.tool, asked.input, work, asked, id);
  const { diff = "" } = asked;
  const kind = asked.tool === "Write" ? "add" : "update";
  if (outcome.ok)
    yield box.emit.event({ kind: "fileChange", toolCallId: id, path, change: kind, diff, inferred: false });
  return outcome;
}
