import { posix } from "node:path";
import type { EventBodyOf, ToolCallId } from "@nucleic/protocol";
import type { KeyPath } from "../quirks/quirks.ts";
import { at, name, object, text } from "../wire/read.ts";
import type { CallPatch } from "./call-patch.ts";
import type { AcpState, FileDiff, OpenCall } from "./state.ts";
import type { Step } from "./step.ts";
import { headed, unifiedDiff } from "./unified-diff.ts";

type Change = Pick<EventBodyOf<"fileChange">, "path" | "change" | "movedTo" | "diff" | "inferred">;

/** Where the files are, and how the agent shows what it does to them. */
type Place = Pick<AcpState, "cwd" | "quirks">;

/**
 * What a call that succeeded changed. The agent's own report, where it gives one at the end; where it only showed what it
 * was going to do, that it did so is inferred.
 */
export function emitFileChanges(step: Step, id: string, call: OpenCall, patch: CallPatch): void {
  const { cwd, quirks } = step.state;
  const changes = listed(quirks.changesAt, call, patch, cwd) ?? shown(call, step.state);
  for (const change of changes) step.emit({ kind: "fileChange", toolCallId: id as ToolCallId, ...change });
}

/** The diffs of what a call is going to change, joined. */
export function proposedDiff(call: OpenCall, { cwd, quirks }: Place): string | undefined {
  const diffs = call.diffs.flatMap(
    (diff) => unifiedDiff(relativePath(diff.path, cwd), diff, quirks.diffsArePassages) ?? [],
  );
  return diffs.length === 0 ? undefined : diffs.join("");
}

/** Relative to the cwd where it is inside; else as it is. */
export function relativePath(path: string, cwd: string): string {
  if (!posix.isAbsolute(path)) return posix.normalize(path);
  const inside = posix.relative(cwd, path);
  return inside === "" || inside === ".." || inside.startsWith("../") ? path : inside;
}

function shown(call: OpenCall, place: Place): readonly Change[] {
  const { cwd } = place;
  if (call.diffs.length > 0) return call.diffs.map((diff) => changeOf(diff, place, !call.diffsReported));
  if (call.kind === "delete")
    return call.places.map(({ path }) => ({
      path: relativePath(path, cwd),
      change: "delete",
      inferred: true,
    }));
  const path = call.tool === "Write" || call.tool === "Edit" ? call.places[0]?.path : undefined;
  return path === undefined ? [] : [{ path: relativePath(path, cwd), change: "update", inferred: true }];
}

function changeOf(diff: FileDiff, { cwd, quirks }: Place, inferred: boolean): Change {
  const path = relativePath(diff.path, cwd);
  const unified = unifiedDiff(path, diff, quirks.diffsArePassages);
  const change = diff.before === undefined ? "add" : "update";
  return { path, change, ...(unified !== undefined && { diff: unified }), inferred };
}

/** codex-acp: `changes`, by path, with what became of each and a diff of its own. */
function listed(
  changesAt: KeyPath | undefined,
  call: OpenCall,
  { rawOutput }: CallPatch,
  cwd: string,
): readonly Change[] | undefined {
  if (!changesAt) return undefined;
  const reported = object(at(rawOutput, changesAt));
  const changes = reported ?? object(at(call.rawInput, changesAt));
  return (
    changes &&
    Object.entries(changes).map(([native, value]) =>
      listedChange(native, object(value) ?? {}, cwd, !reported),
    )
  );
}

function listedChange(
  native: string,
  value: Readonly<Record<string, unknown>>,
  cwd: string,
  inferred: boolean,
): Change {
  const path = relativePath(native, cwd);
  const content = text(value.content) ?? "";
  const moved = name(value.move_path);
  switch (value.type) {
    case "add": {
      const diff = unifiedDiff(
        path,
        { path: native, before: undefined, after: content, line: undefined },
        false,
      );
      return { path, change: "add", ...(diff !== undefined && { diff }), inferred };
    }
    case "delete":
      return { path, change: "delete", inferred };
    default: {
      const movedTo = moved === undefined ? undefined : relativePath(moved, cwd);
      const hunks = name(value.unified_diff);
      return {
        path,
        change: movedTo === undefined ? "update" : "rename",
        ...(movedTo !== undefined && { movedTo }),
        ...(hunks !== undefined && { diff: headed(path, movedTo ?? path, hunks) }),
        inferred,
      };
    }
  }
}
