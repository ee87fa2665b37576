import { existsSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { parse, read, root, walk } from "../tidy/source.ts";

const rows = read("docs/worktrees.md")
  .split("\n")
  .filter((line) => /^\| \d+ \|/.test(line));

/** `[title](file)`; a title may hold anything but brackets. */
const linksOf = (row: string) =>
  [...row.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, title = "", target = ""]) => ({ title, target }));

test("every hazard of the table is there, in order", () => {
  expect(rows.map((row) => Number(row.split("|")[1]))).toEqual(Array.from({ length: 34 }, (_, at) => at + 1));
});

test("every hazard names a test that exists", () => {
  const wrong = rows.flatMap((row) => {
    const links = linksOf(row);
    if (links.length === 0) return [`${row.slice(0, 40)}: no test`];
    return links.filter(({ title, target }) => !titlesOf(target).has(title)).map(({ title }) => title);
  });
  expect(wrong).toEqual([]);
});

/** Titles of the tests in a file that `docs/worktrees.md` links to. */
function titlesOf(target: string): ReadonlySet<string> {
  const file = join("docs", target);
  const titles = new Set<string>();
  if (!existsSync(join(root, file))) return titles;
  walk(parse(file), (node) => {
    if (!ts.isCallExpression(node)) return;
    const [title] = node.arguments;
    if (/^test\b/.test(node.expression.getText()) && title && ts.isStringLiteralLike(title)) {
      titles.add(title.text);
    }
  });
  return titles;
}
