import type { CommandSpec, FlagSpec, Values } from "./spec.ts";

/** For fish: `nucleic completion fish > ~/.config/fish/completions/nucleic.fish`. */
export function fishCompletion(commands: readonly CommandSpec[]): string {
  const paths = commands.flatMap(({ path }) => (path === "" ? [] : [quoted(path)]));
  const lines = commands.flatMap(({ path, commands: below, flags, values }) => {
    const when = `complete -c nucleic -n ${quoted(`__nucleic_at ${quoted(path)}`)}`;
    return [
      ...below.map(({ name, about }) => `${when} -f -a ${quoted(name)} -d ${quoted(about)}`),
      ...(below.length === 0 ? [`${when} ${offer(values)}`] : []),
      ...flags.map((flag) => `${when} ${flagWords(flag)}`),
    ];
  });
  return `# fish completion for nucleic
function __nucleic_at
    set -l at
    for word in (commandline -opc)[2..-1]
        set -l next (string trim -- "$at $word")
        switch "$next"
            case ${paths.join(" ")}
                set at $next
        end
    end
    test "$at" = "$argv[1]"
end
${lines.join("\n")}
`;
}

function flagWords({ names, about, values }: FlagSpec): string {
  const spelled = names.map((name) =>
    name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  const needs = values === undefined ? "-f" : `-r ${offer(values)}`;
  return `${spelled.join(" ")} ${needs} -d ${quoted(about)}`;
}

function offer(values: Values): string {
  switch (values.kind) {
    case "words":
      return `-f -a ${quoted(values.words.join(" "))}`;
    case "sessions":
      return `-f -a ${quoted("(nucleic completion sessions 2>/dev/null)")}`;
    case "projects":
      return `-f -a ${quoted("(nucleic completion projects 2>/dev/null; __fish_complete_directories)")}`;
    case "files":
      return "-F";
    case "none":
      return "-f";
    default:
      return values satisfies never;
  }
}

/** Fish knows two escapes between single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
