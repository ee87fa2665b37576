import type { Repository } from "./repository.ts";
import type { Salvage } from "./salvage.ts";
import { readRecord } from "./salvage-record.ts";
import { refComponent, refs } from "./session-worktree.ts";

/** A salvage as found in the repository. */
export interface ListedSalvage extends Salvage {
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** What removals have saved, newest first; of one session where `id` is given. */
export async function listSalvage(
  repository: Repository,
  id?: string,
  signal?: AbortSignal,
): Promise<ListedSalvage[]> {
  const under = id === undefined ? refs.archives : `${refs.archives}/${refComponent(id)}`;
  // A NUL ends each value; git adds a line end of its own after each ref.
  const format = "--format=%(refname)%00%(objectname)%00%(tree)%00%(contents)%00";
  const text = await repository.git.text(["for-each-ref", format, under], signal && { signal });
  const values = text.split("\0");
  const found: ListedSalvage[] = [];
  for (let at = 0; at + 3 < values.length; at += 4) {
    const [ref = "", commit = "", tree = "", message = ""] = values.slice(at, at + 4);
    const record = readRecord(message);
    const name = ref.trimStart();
    const createdAt = Number(name.split("/").at(-1));
    if (record !== undefined && Number.isSafeInteger(createdAt)) {
      found.push({ ref: name, commit, tree, record, createdAt });
    }
  }
  return found.sort((a, b) => b.createdAt - a.createdAt);
}
