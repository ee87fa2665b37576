import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { isErrno } from "./file-error.ts";
import type { Repository } from "./repository.ts";

/** Which ignored files a repository would like to have in each worktree. */
export interface CopyList {
  /** For `CreateOptions.copyFiles`, once a person has agreed. */
  readonly patterns: readonly string[];
  /** Lines that say something else: exceptions, paths that lead elsewhere. Not followed. */
  readonly refused: readonly string[];
}

const FILES = [".nucleic/copy", ".worktreeinclude"];
const MAX_BYTES = 64 * 1024;

/**
 * Reads the lists that lie in the user's checkout, written as in `.gitignore`. They are files of the repository, so
 * whoever can commit can write them: a request, to be shown and granted, never followed by itself. A link, or a file over
 * 64 KiB, is no list.
 */
export async function readCopyList(repository: Pick<Repository, "path" | "bare">): Promise<CopyList> {
  if (repository.bare) return { patterns: [], refused: [] };
  const texts = await Promise.all(FILES.map((file) => readPlainFile(join(repository.path, file))));
  const lines = texts
    .flatMap((text) => text.split(/\r?\n/))
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const read = [...new Set(lines)].map((line) => ({ line, patterns: patternsOf(line) }));
  return {
    patterns: read.flatMap(({ patterns }) => patterns ?? []),
    refused: read.filter(({ patterns }) => patterns === undefined).map(({ line }) => line),
  };
}

/** Of one line of `.gitignore` the glob pathspecs from the top; `undefined` for what is not to be followed. */
function patternsOf(line: string): string[] | undefined {
  const parts = line.split("/");
  if (line.startsWith("!") || line.includes("\\") || line.includes("\0")) return undefined;
  if (parts.some((part) => part === ".." || part === "." || part.toLowerCase() === ".git")) return undefined;
  const path = line.replace(/^\//, "").replace(/\/$/, "");
  if (path === "") return undefined;
  // Without a slash before its end a pattern means that name at any depth.
  const anchored = path.includes("/") || line.startsWith("/") ? path : `**/${path}`;
  // A name may be a directory's, of which everything is meant.
  return line.endsWith("/") ? [`${anchored}/**`] : [anchored, `${anchored}/**`];
}

async function readPlainFile(path: string): Promise<string> {
  try {
    await using file = await open(
      path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    const found = await file.stat();
    return found.isFile() && found.size <= MAX_BYTES ? await file.readFile("utf8") : "";
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP", "EMLINK"].some((code) => isErrno(error, code))) return "";
    throw error;
  }
}
