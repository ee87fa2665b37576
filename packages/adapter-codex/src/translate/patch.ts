import { posix } from "node:path";
import type { EventBodyOf, ToolInput, ToolName } from "@nucleic/protocol";
import type { FileUpdateChange } from "../wire/generated/0.171.0/types.ts";
import type { Json, Loose } from "../wire/messages.ts";
import { name, object, objects, text } from "../wire/read.ts";
import type { CodexState } from "./state.ts";

type Roots = Pick<CodexState, "cwd" | "givenCwd">;

/** One file of a patch. `diff` is native: hunks of an update, the whole content of an added or deleted file. */
interface PatchedFile {
  readonly path: string;
  readonly change: EventBodyOf<"fileChange">["change"];
  readonly movedTo: string | undefined;
  readonly diff: string;
}

/**
 * A patch as a tool of the shared vocabulary. It is a Write or an Edit only where that is all it does; several files are
 * a MultiEdit without a `path` of its own, and one that deletes or moves a file is nothing that these names say.
 */
export function patchTool(item: Json): { readonly tool: ToolName; readonly input: ToolInput } {
  const files = filesOf(item);
  const changes = files.map(({ path, change, movedTo, diff }) => ({
    path,
    change,
    ...(movedTo !== undefined && { movedTo }),
    diff,
  }));
  const [file] = files;
  if (!files.every(({ change }) => change === "add" || change === "update"))
    return { tool: "Other", input: { changes } };
  if (files.length !== 1 || !file) return { tool: "MultiEdit", input: { changes } };
  if (file.change === "add") return { tool: "Write", input: { path: file.path, content: file.diff } };
  return { tool: "Edit", input: { path: file.path, diff: file.diff } };
}

/** How many files a patch changes. */
export function patchSize(item: Json): number {
  return filesOf(item).length;
}

/** Every path that a patch touches, as Codex names them. */
export function patchPaths(item: Json): readonly string[] {
  return filesOf(item).flatMap(({ path, movedTo }) => (movedTo === undefined ? [path] : [path, movedTo]));
}

/** The whole patch as one unified diff. */
export function patchDiff(item: Json, roots: Roots): string | undefined {
  const diffs = filesOf(item).map((file) => unified(file, roots));
  return diffs.length === 0 ? undefined : diffs.join("");
}

/** What an item did to files; nothing for one that is no patch. */
export function fileChangesOf(
  item: Json,
  roots: Roots,
): readonly Pick<EventBodyOf<"fileChange">, "path" | "change" | "movedTo" | "diff">[] {
  if (item.type !== "fileChange") return [];
  return filesOf(item).map((file) => ({
    path: relative(file.path, roots),
    change: file.change,
    ...(file.movedTo !== undefined && { movedTo: relative(file.movedTo, roots) }),
    diff: unified(file, roots),
  }));
}

function filesOf(item: Json): readonly PatchedFile[] {
  return objects(item.changes).flatMap((value) => {
    const { path: native, kind: nativeKind, diff }: Loose<FileUpdateChange> = value;
    const path = name(native);
    if (path === undefined) return [];
    const kind = object(nativeKind) ?? {};
    const movedTo = kind.type === "update" ? name(kind.move_path) : undefined;
    return [
      { path, change: changeOf(kind.type, movedTo), movedTo, diff: withoutMove(text(diff) ?? "", movedTo) },
    ];
  });
}

/** Behind the hunks of a moved file 0.171.0 says in words where it goes. */
function withoutMove(diff: string, movedTo: string | undefined): string {
  const words = `\n\nMoved to: ${movedTo}`;
  return movedTo !== undefined && diff.endsWith(words) ? diff.slice(0, -words.length) : diff;
}

function changeOf(type: unknown, movedTo: string | undefined): PatchedFile["change"] {
  if (type === "add" || type === "delete") return type;
  return movedTo === undefined ? "update" : "rename";
}

function unified(file: PatchedFile, roots: Roots): string {
  const from = relative(file.path, roots);
  const to = file.movedTo === undefined ? from : relative(file.movedTo, roots);
  const before = file.change === "add" ? "/dev/null" : `a/${from}`;
  const after = file.change === "delete" ? "/dev/null" : `b/${to}`;
  return `--- ${before}\n+++ ${after}\n${hunksOf(file)}`;
}

function hunksOf({ change, diff }: PatchedFile): string {
  if (change === "update" || change === "rename")
    return diff === "" || diff.endsWith("\n") ? diff : `${diff}\n`;
  if (diff === "") return "";
  const [sign, range] = change === "add" ? ["+", (count: number) => `-0,0 +1,${count}`] : ["-", minus];
  const lines = (diff.endsWith("\n") ? diff.slice(0, -1) : diff).split("\n").map((line) => sign + line);
  const end = diff.endsWith("\n") ? "" : "\\ No newline at end of file\n";
  return `@@ ${range(lines.length)} @@\n${lines.join("\n")}\n${end}`;
}

const minus = (count: number): string => `-1,${count} +0,0`;

/** Relative to the cwd where it is inside; else absolute. */
function relative(path: string, { cwd, givenCwd }: Roots): string {
  if (!posix.isAbsolute(path)) return posix.normalize(path);
  const inside = [cwd, givenCwd].map((root) => posix.relative(root, path));
  return inside.find((candidate) => candidate !== "" && !/^\.\.(\/|$)/.test(candidate)) ?? path;
}
