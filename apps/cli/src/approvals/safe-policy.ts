import type { ApprovalRequest } from "@nucleic/protocol";
import { insideOf, isGuardedPath } from "@nucleic/runtime";

/**
 * The default of `--approve policy`: reading and writing files inside `root` is allowed, and nothing else. Gives the
 * name of the rule that allows it, or `undefined` where a person has to say.
 */
export function safePolicy(root: string, request: ApprovalRequest): string | undefined {
  switch (request.tool) {
    case "Read":
      return allInside(root, request) ? "read inside the worktree" : undefined;
    case "Glob":
    case "Grep":
      return searchesInside(root, request) ? "read inside the worktree" : undefined;
    case "Write":
    case "Edit":
    case "MultiEdit":
    case "NotebookEdit":
      return allInside(root, request, (path) => !isGuardedPath(path))
        ? "write inside the worktree"
        : undefined;
    default:
      return undefined;
  }
}

function allInside(root: string, request: ApprovalRequest, may = (_path: string) => true): boolean {
  const { path } = request.input;
  const paths = [...(request.paths ?? []), ...(typeof path === "string" ? [path] : [])];
  return (
    paths.length > 0 &&
    paths.every((one) => {
      const inside = insideOf(root, request.cwd, one);
      return inside !== undefined && may(inside);
    })
  );
}

/** A search without a path is of the folder the agent is in; a pattern may lead out of it just as a path may. */
function searchesInside(root: string, request: ApprovalRequest): boolean {
  const { path, pattern } = request.input;
  const glob = request.tool === "Glob" && typeof pattern === "string" ? pattern : "";
  if (glob.startsWith("/") || glob.startsWith("~") || glob.split(/[\\/]/).includes("..")) return false;
  return insideOf(root, request.cwd, typeof path === "string" ? path : ".") !== undefined;
}
