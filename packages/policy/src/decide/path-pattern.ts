/** Whether a path from the working folder, with `/`, is of a pattern: `*` is any part of a name, `**` any folders. */
export function isOfPathPattern(pattern: string, path: string): boolean {
  return matches(pattern.split("/"), path.split("/"));
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return path.length === 0;
  if (first === "**") {
    if (rest.length === 0) return true;
    return path.some((_, i) => matches(rest, path.slice(i)));
  }
  const [name, ...below] = path;
  return name !== undefined && isOfName(first, name) && matches(rest, below);
}

/** Whether a name is of a pattern in which `*` is any part of it. Greedy by pieces, so that no pattern takes longer than the name is long. */
export function isOfName(pattern: string, name: string): boolean {
  const pieces = pattern.split("*");
  const [begin = "", ...others] = pieces;
  const end = others.pop();
  if (end === undefined) return pattern === name;
  if (!name.startsWith(begin) || !name.endsWith(end) || name.length < begin.length + end.length) return false;
  let at = begin.length;
  for (const piece of others) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= name.length - end.length;
}

/** Why a text is no path pattern, if it is none. */
export function pathPatternProblem(pattern: string): string | undefined {
  if (pattern === "" || /^[/~]/.test(pattern)) return "it has to be a path from the working folder";
  if (/[?[\]{}\\]/.test(pattern)) return "only * and ** stand for something else in it";
  if (pattern.split("/").includes("..")) return "it leads out of the working folder";
  if (pattern.split("/").some((part) => part.includes("**") && part !== "**")) return "** has to stand alone";
  return undefined;
}
