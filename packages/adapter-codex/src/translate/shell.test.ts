import { randomUUID } from "node:crypto";
import { localProcessHost } from "@nucleic/process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unwrapShell } from "./shell.ts";

test.each([
  ["/bin/bash -lc 'ls -la'", "ls -la"],
  ["/bin/bash -lc ls", "ls"],
  ["bash -c 'a; b'", "a; b"],
  ["/usr/bin/zsh -lc 'echo \"$HOME\"'", 'echo "$HOME"'],
  [`/bin/bash -lc "it's"`, "it's"],
  [`/bin/bash -lc 'it'"'"'s'`, "it's"],
  ["/bin/bash -lc 'it'\\''s'", "it's"],
  ["/bin/bash -lc ''", ""],
  ["/bin/bash -lc 'a\nb'", "a\nb"],
  ['/bin/bash -lc "say \\"\\$x\\""', 'say "$x"'],
])("the command inside the wrapping: %s", (native, command) => {
  expect(unwrapShell(native)).toBe(command);
});

test.each([
  "ls -la",
  "/bin/bash -lc 'ls' extra",
  "/bin/bash -lc ls; rm -rf x",
  "/bin/bash -lc 'ls' && rm x",
  "/bin/bash -lc 'ls'\nrm x",
  '/bin/bash -lc "$(rm x)"',
  '/bin/bash -lc "`rm x`"',
  "/bin/bash -lc 'unclosed",
  "/bin/bash -lc a*",
  "/bin/bash -lc $x",
  "/bin/bash -lc a>b",
  "/bin/bash -x -lc 'ls'",
  "env A=b /bin/bash -lc 'ls'",
  "./bash -lc 'ls'",
  "/bin/fish -lc 'ls'",
  "/bin/bash -lc -x",
  "/bin/bash -lc '+x'",
  "/bin/bash -lc",
])("what is more than one literal word stays as it is: %s", (native) => {
  expect(unwrapShell(native)).toBe(native);
});

describe("a real shell reads the same word", () => {
  const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

  test("for any word in single quotes", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (tail) => {
        const word = `a${tail}`;
        expect(unwrapShell(`/bin/bash -lc ${quote(word)}`)).toBe(word);
      }),
    );
  });

  test("where it takes something out of its wrapping at all", { timeout: 120_000 }, async () => {
    const host = localProcessHost();
    const piece = fc.constantFrom("'", '"', "\\", "a", " ", "$", "`", "'b c'", '"d"', "\\'", "=", "é", ";");
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 6 }), async (pieces) => {
        const native = `/bin/bash -lc ${pieces.join("")}`;
        const command = unwrapShell(native);
        if (command === native) return;
        const script = `set -f; printf '%s\\n' ${native.slice("/bin/bash -lc ".length)}`;
        const shell = host.spawn({
          command: "/bin/sh",
          args: ["-c", script],
          cwd: "/",
          env: {},
          runId: randomUUID(),
        });
        const lines: string[] = [];
        for await (const frame of shell.lines)
          if (frame.kind === "line") lines.push(new TextDecoder().decode(frame.bytes));
        await shell.exited;
        expect(lines).toEqual([command]);
      }),
      { numRuns: 60 },
    );
  });
});
