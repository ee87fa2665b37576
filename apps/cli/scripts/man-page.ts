import type { Argument, Command as Commander, Option } from "commander";
import { exitCodeHelp } from "../src/exit-code.ts";
import { descendants } from "../src/program.ts";

const environment = [
  ["NUCLEIC_HOME", "the data directory, absolute"],
  ["NUCLEIC_REMOTE", "the host that is meant, as by --remote"],
  ["NO_COLOR", "set: no colours"],
] as const;

/** The manual page, nucleic(1), of the program itself. */
export function manPage(program: Commander): string {
  const leaves = descendants(program).filter((one) => one.commands.length === 0);
  return [
    '.TH NUCLEIC 1 "" "Nucleic" "User Commands"',
    ".SH NAME",
    "nucleic \\- run coding agents in parallel, each in its own git worktree",
    ".SH SYNOPSIS",
    ".B nucleic",
    ".RI [ options ]",
    ".I command",
    ".RI [ arguments ]",
    ".SH DESCRIPTION",
    text(program.description()),
    "A session is named by its id or by how the id begins or ends.",
    ".SH OPTIONS",
    ...program.options.flatMap(optionLines),
    ".SH COMMANDS",
    ...leaves.flatMap((command) => commandLines(command, program)),
    ".SH EXIT STATUS",
    ...exitCodeHelp.split("\n").slice(1).flatMap(exitLines),
    ".SH ENVIRONMENT",
    ...environment.flatMap(([name, about]) => tagged(`.B ${text(name)}`, about)),
    "",
  ].join("\n");
}

function commandLines(command: Commander, program: Commander): string[] {
  const path: string[] = [];
  for (let one: Commander | null = command; one && one !== program; one = one.parent)
    path.unshift(one.name());
  const args = command.registeredArguments.map(argumentText);
  const heading = ["nucleic", ...path, ...args].join(" ");
  return [`.SS "${text(heading)}"`, text(command.description()), ...command.options.flatMap(optionLines)];
}

function argumentText(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}

function optionLines({ flags, description, argChoices, defaultValue }: Option): string[] {
  const choices = argChoices ? `: ${argChoices.join(", ")}` : "";
  const standard = typeof defaultValue === "string" ? `; default ${defaultValue}` : "";
  return tagged(`.B ${text(flags)}`, description + choices + standard);
}

function exitLines(line: string): string[] {
  const [, code = "", about = ""] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
  return tagged(`.B ${code}`, about);
}

function tagged(tag: string, about: string): string[] {
  return [".TP", tag, text(about)];
}

/** Nothing in it is a request, an escape or a hyphen that breaks. */
function text(line: string): string {
  return line
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll('"', "\\(dq")
    .replaceAll("…", "\\&...")
    .replace(/^[.']/, "\\&$&");
}
