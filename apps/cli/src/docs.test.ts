import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { exitCodes } from "./exit-code.ts";
import { buildProgram, descendants } from "./program.ts";

const doc = readFileSync(new URL("../../../docs/cli.md", import.meta.url), "utf8");
const program = buildProgram("0.0.0", () => undefined);
const leaves = descendants(program).filter((one) => one.commands.length === 0);

/** `project trust [dir]`, as the page's headings say it. */
function usage(command: Command): string {
  const path = [];
  for (let one: Command | null = command; one && one !== program; one = one.parent) path.unshift(one.name());
  const args = command.registeredArguments.map((arg) =>
    arg.required ? `<${arg.name()}>` : `[${arg.name()}]`,
  );
  return [...path, ...args].join(" ");
}

const sections = new Map(
  doc
    .split(/^### /m)
    .slice(1)
    .map((text) => [/^`nucleic ([^`]*)`/.exec(text)?.[1] ?? "", text.split(/^## /m)[0] ?? ""]),
);

test("the page has every command, and no other", () => {
  expect([...sections.keys()].sort()).toEqual(leaves.map(usage).sort());
});

test.each(leaves.map((command) => [usage(command), command] as const))(
  "every flag of %s",
  (name, command) => {
    const listed = [...(sections.get(name) ?? "").matchAll(/`((?:-[a-z], )?--[a-z][^`]*)`/g)].map(
      (match) => match[1] ?? "",
    );
    const flags = command.options.map((option) => option.flags);
    const own = listed.filter((flag) => !(name.startsWith("run") && flag === "--approve"));
    expect([...new Set(own)].sort()).toEqual([...flags].sort());
  },
);

test("every exit code", () => {
  const table = /## Exit codes\n([\s\S]*?)\n## /.exec(doc)?.[1] ?? "";
  const listed = [...table.matchAll(/^\| (\d+) +\|/gm)].map((match) => Number(match[1]));
  expect(listed).toEqual(Object.values(exitCodes));
});
