import ts from "typescript";
import { expect, test } from "vitest";
import { at, parse, read, shipped, walk } from "./source.ts";

const maxFileLines = 300;
const maxFunctionLines = 70;

/** What is larger than it should be. The numbers only ever go down; what fits leaves the list. */
const ratchet: Record<string, number> = {};

test("files and functions stay small", () => {
  const large: Record<string, number> = {};
  // Vendors' types, as their program writes them, are as long as they are.
  for (const file of shipped.filter((name) => !name.includes("/wire/generated/"))) {
    const lines = read(file).split("\n").length - 1;
    if (lines > maxFileLines) large[file] = lines;
    const source = parse(file);
    walk(source, (node) => {
      if (!ts.isFunctionLike(node) || !("body" in node) || !node.body) return;
      const text = (node.body as ts.Node).getText(source);
      const length = text.split("\n").length;
      if (length > maxFunctionLines) large[at(source, node)] = length;
    });
  }
  const grown = Object.entries(large).filter(([place, lines]) => lines > (ratchet[place] ?? 0));
  expect(grown).toEqual([]);
  expect(Object.keys(ratchet).filter((place) => !(place in large))).toEqual([]);
});
