import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../tidy/source.ts";

test("the program in the README compiles", async () => {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const [program = ""] = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map((m) => m[1]);
  // Beside an example that has the packages, so that they resolve as they do for a reader.
  const dir = await mkdtemp(join(root, "examples/embed-claude/readme-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = join(dir, "program.ts");
  await writeFile(file, program);
  const compiled = ts.createProgram([file], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    lib: ["lib.es2024.d.ts", "lib.esnext.disposable.d.ts"],
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    customConditions: ["@nucleic/source"],
    allowImportingTsExtensions: true,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  });
  const faults = ts.getPreEmitDiagnostics(compiled, compiled.getSourceFile(file));
  expect(program).toContain("claudeBackend");
  expect(faults.map((f) => ts.flattenDiagnosticMessageText(f.messageText, "\n"))).toEqual([]);
});
