import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { at, files, root } from "./source.ts";

const entries = files.filter((f) => /^packages\/[^/]+\/src\/(index|core|testing\/index)\.ts$/.test(f));

test("every public export says what it is", () => {
  const program = ts.createProgram(
    entries.map((f) => join(root, f)),
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2024,
      customConditions: ["@nucleic/source"],
      allowImportingTsExtensions: true,
      noEmit: true,
      skipLibCheck: true,
      noLib: true,
    },
  );
  const checker = program.getTypeChecker();
  const bare = entries.flatMap((entry) => {
    const source = program.getSourceFile(join(root, entry));
    const module = source && checker.getSymbolAtLocation(source);
    return module
      ? checker.getExportsOfModule(module).flatMap((symbol) => undocumented(checker, symbol))
      : [];
  });
  expect([...new Set(bare)]).toEqual([]);
});

/** A schema and the type inferred from it share a name and one docstring. */
function undocumented(checker: ts.TypeChecker, symbol: ts.Symbol): string[] {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  if (ts.displayPartsToString(target.getDocumentationComment(checker)).trim() !== "") return [];
  const declaration = target.declarations?.[0];
  if (!declaration) return [`${symbol.name}: no declaration`];
  const place = at(declaration.getSourceFile(), declaration);
  return place.includes("node_modules") ? [] : [`${place.replace(`${root}/`, "")} ${symbol.name}`];
}
