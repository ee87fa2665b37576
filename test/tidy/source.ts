import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** The root of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Every file that git tracks or would track, relative to the root, that still exists. */
export const files: readonly string[] = execFileSync(
  "git",
  ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"],
  { cwd: root, encoding: "utf8" },
)
  .split("\0")
  .filter((f) => f !== "" && ts.sys.fileExists(join(root, f)));

/** The text of a tracked file. */
export const read = (file: string): string => readFileSync(join(root, file), "utf8");

/** Sources of the packages and apps that are shipped: no tests, no fixture programs. */
export const shipped = files.filter(
  (f) => /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(f) && !/\.test(-d)?\.tsx?$/.test(f),
);

/** The syntax tree of a file, parents set. */
export const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);

/** Calls `visit` for a node and all below it. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** `file:line`, one-based. */
export const at = (source: ts.SourceFile, node: ts.Node): string =>
  `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
