import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import { JsonRpcError } from "@nucleic/process";

const INVALID_PARAMS = -32602;

/**
 * The real path of what an agent names, where that lies in the worktree: every link on the way followed, `..` and all. A
 * file that is yet to be made counts by its folder, which has to be there.
 * @param root a real path
 * @throws JsonRpcError for a path that is not absolute, as the protocol wants it, or leads out
 */
export async function insideOf(root: string, path: string): Promise<string> {
  if (!isAbsolute(path)) throw new JsonRpcError(INVALID_PARAMS, "the path is not absolute");
  const real = await realpath(path).catch(() => realOfNew(path));
  if (real !== root && !real.startsWith(root + sep))
    throw new JsonRpcError(INVALID_PARAMS, "the path leads out of the worktree");
  return real;
}

async function realOfNew(path: string): Promise<string> {
  try {
    return join(await realpath(dirname(path)), basename(path));
  } catch (cause) {
    throw new JsonRpcError(INVALID_PARAMS, "there is no such folder", { cause: String(cause) });
  }
}
