import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProjectId, SessionId } from "@nucleic/protocol";
import type { Selectable } from "kysely";
import type { Schema } from "../database/schema.ts";

/** What a session's transcript does not say: its name, its project, its worktree. Beside the transcript, for a rebuild. */
export interface SessionCard {
  readonly v: 1;
  readonly id: SessionId;
  readonly backend: string;
  readonly title: string;
  readonly model: string | null;
  readonly cwd: string | null;
  readonly worktree: { readonly path: string; readonly branch: string; readonly baseSha: string } | null;
  readonly forkedFrom: SessionId | null;
  readonly createdAt: number;
  readonly project: {
    readonly id: ProjectId;
    readonly name: string;
    readonly rootPath: string;
    readonly defaultBranch: string;
  };
}

export function cardOf(
  row: Selectable<Schema["session"]>,
  project: Selectable<Schema["project"]>,
): SessionCard {
  const { worktree_path: path, branch, base_sha: baseSha } = row;
  return {
    v: 1,
    id: row.id,
    backend: row.backend,
    title: row.title,
    model: row.model,
    cwd: row.cwd,
    worktree: path !== null && branch !== null && baseSha !== null ? { path, branch, baseSha } : null,
    forkedFrom: row.forked_from,
    createdAt: row.created_at,
    project: {
      id: project.id,
      name: project.name,
      rootPath: project.root_path,
      defaultBranch: project.default_branch,
    },
  };
}

/** Writes it aside and renames it: there is no half card. */
export async function writeCard(directory: string, card: SessionCard): Promise<void> {
  const aside = join(directory, `.session.json.${process.pid}`);
  await writeFile(aside, `${JSON.stringify(card)}\n`, { mode: 0o600, flush: true });
  await rename(aside, join(directory, "session.json"));
}

/** Nothing where there is none, or none that this version reads. */
export async function readCard(directory: string): Promise<SessionCard | undefined> {
  let text: string;
  try {
    text = await readFile(join(directory, "session.json"), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const card = JSON.parse(text) as SessionCard;
    return card.v === 1 && typeof card.project?.rootPath === "string" ? card : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
