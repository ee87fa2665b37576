import { type CommandSpec, quoted, type Values } from "./spec.ts";

/** For bash, 3.2 and newer: `source <(nucleic completion bash)`. */
export function bashCompletion(commands: readonly CommandSpec[]): string {
  const paths = commands.flatMap(({ path }) => (path === "" ? [] : [quoted(path)]));
  const afterFlag = commands.flatMap(({ path, flags }) =>
    flags.flatMap(({ names, values }) =>
      values ? [`    ${names.map((name) => quoted(`${path}:${name}`)).join("|")}) ${reply(values)} ;;`] : [],
    ),
  );
  const here = commands.map(({ path, commands: below, flags, values }) => {
    const names = flags.flatMap((flag) => flag.names);
    const rest =
      below.length > 0 ? reply({ kind: "words", words: below.map(({ name }) => name) }) : reply(values);
    return `    ${quoted(path)})
      if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W ${quoted(names.join(" "))} -- "$cur")); else ${rest} fi ;;`;
  });
  return `# bash completion for nucleic
_nucleic() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" at="" next word i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    next="\${at:+$at }$word"
    case "$next" in
      ${paths.join("|")}) at="$next" ;;
    esac
  done
  case "$at:$prev" in
${afterFlag.join("\n")}
  esac
  case "$at" in
${here.join("\n")}
  esac
}
complete -F _nucleic nucleic
`;
}

/** Commands that set COMPREPLY; those behind a flag return, so that nothing else is offered. */
function reply(values: Values): string {
  const words = (list: string) => `COMPREPLY=($(compgen -W ${list} -- "$cur")); return;`;
  switch (values.kind) {
    case "words":
      return words(quoted(values.words.join(" ")));
    case "sessions":
      return words('"$(nucleic completion sessions 2>/dev/null)"');
    case "projects":
      return `local IFS=$'\\n'; COMPREPLY=($(compgen -W "$(nucleic completion projects 2>/dev/null)" -- "$cur"; compgen -d -- "$cur")); return;`;
    case "files":
      return `local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$cur")); return;`;
    case "none":
      return "return;";
    default:
      return values satisfies never;
  }
}
