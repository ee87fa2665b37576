import { dirname } from "node:path";
import type { DiskOperation, DiskState } from "./simulated-disk.ts";

/** Picks one of `n`: 0 … n-1. */
export type Choose = (n: number) => number;

type ContentChange = Extract<DiskOperation, { do: "write" | "truncate" }>;
type NameChange = Extract<DiskOperation, { do: "create" | "makeDirectory" | "rename" | "remove" }>;

const blockBytes = 512;

/** What may be left after these operations and the loss of power. */
export function afterCrash(
  start: DiskState,
  operations: readonly DiskOperation[],
  choose: Choose,
): DiskState {
  const contents = new Map(start.contents);
  const names = new Map(start.names);
  const unsynced = new Map<number, ContentChange[]>();
  let unsyncedNames: NameChange[] = [];
  for (const operation of operations) {
    switch (operation.do) {
      case "write":
      case "truncate":
        unsynced.set(operation.node, [...(unsynced.get(operation.node) ?? []), operation]);
        break;
      case "datasync":
        contents.set(
          operation.node,
          changed(contents.get(operation.node), unsynced.get(operation.node) ?? []),
        );
        unsynced.delete(operation.node);
        break;
      case "syncDirectory":
        for (const change of unsyncedNames.filter((one) => folderOf(one) === operation.path))
          rename(names, change);
        unsyncedNames = unsyncedNames.filter((one) => folderOf(one) !== operation.path);
        break;
      default:
        unsyncedNames.push(operation);
    }
  }
  for (const change of unsyncedNames) if (choose(2) === 0) rename(names, change);
  for (const [node, changes] of unsynced)
    contents.set(node, damaged(contents.get(node) ?? Buffer.alloc(0), changes, choose));
  const left = reachable(names);
  const nodes = new Set(left.values());
  return { names: left, contents: new Map([...contents].filter(([node]) => nodes.has(node))) };
}

function changed(content: Buffer | undefined, changes: readonly ContentChange[]): Buffer {
  let now = content ?? Buffer.alloc(0);
  for (const change of changes)
    now = change.do === "write" ? Buffer.concat([now, change.bytes]) : now.subarray(0, change.sizeBytes);
  return now;
}

function damaged(before: Buffer, changes: readonly ContentChange[], choose: Choose): Buffer {
  const after = changed(before, changes);
  const kept = Math.min(before.length, after.length);
  const outcome = choose(5);
  if (outcome === 0) return before;
  if (outcome === 1 || after.length === kept) return after;
  if (outcome === 2) {
    const blocks = Math.ceil((after.length - kept) / blockBytes);
    const end = Math.floor((kept + choose(blocks + 1) * blockBytes) / blockBytes) * blockBytes;
    return after.subarray(0, Math.max(kept, Math.min(after.length, end)));
  }
  const copy = Buffer.from(after);
  for (let block = kept; block < copy.length; block = nextBlock(block))
    if (outcome === 3 || choose(2) === 0) copy.fill(0, block, Math.min(copy.length, nextBlock(block)));
  return copy;
}

function nextBlock(offset: number): number {
  return (Math.floor(offset / blockBytes) + 1) * blockBytes;
}

function folderOf(change: NameChange): string {
  return dirname(change.do === "rename" ? change.to : change.path);
}

function rename(names: Map<string, number>, change: NameChange): void {
  if (change.do === "remove") names.delete(change.path);
  else if (change.do === "rename") {
    names.delete(change.from);
    names.set(change.to, change.node);
  } else names.set(change.path, change.node);
}

/** A file whose folder is not there is not either. */
function reachable(names: ReadonlyMap<string, number>): Map<string, number> {
  const roots = [...names.keys()].sort((a, b) => a.length - b.length).slice(0, 1);
  const there = new Map<string, number>();
  for (const [path, node] of [...names].sort(([a], [b]) => a.length - b.length))
    if (roots.includes(path) || there.has(dirname(path))) there.set(path, node);
  return there;
}
