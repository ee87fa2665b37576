import { type CommandSpec, quoted, type Values } from "./spec.ts";

/** For zsh: into a file called `_nucleic` on its `fpath`, or `source <(nucleic completion zsh)`. */
export function zshCompletion(commands: readonly CommandSpec[]): string {
  const paths = commands.flatMap(({ path }) => (path === "" ? [] : [quoted(path)]));
  const afterFlag = commands.flatMap(({ path, flags }) =>
    flags.flatMap(({ names, values }) =>
      values
        ? [`    ${names.map((name) => quoted(`${path}:${name}`)).join("|")}) ${add(values)}; return ;;`]
        : [],
    ),
  );
  const here = commands.map(({ path, commands: below, flags, values }) => {
    const named = flags.flatMap(({ names, about }) => names.map((name) => quoted(`${name}:${about}`)));
    const rest = below.map(({ name, about }) => quoted(`${name}:${about}`));
    const other = rest.length > 0 ? `found=(${rest.join(" ")}); _describe command found` : add(values);
    return `    ${quoted(path)})
      if [[ $PREFIX == -* ]]; then found=(${named.join(" ")}); _describe -o option found; else ${other}; fi ;;`;
  });
  return `#compdef nucleic
_nucleic() {
  local at="" next word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    next="\${at:+$at }$word"
    case "$next" in
      ${paths.join("|")}) at="$next" ;;
    esac
  done
  case "$at:\${words[CURRENT-1]}" in
${afterFlag.join("\n")}
  esac
  case "$at" in
${here.join("\n")}
  esac
}
if [[ \${funcstack[1]} == _nucleic ]]; then _nucleic "$@"; else compdef _nucleic nucleic; fi
`;
}

function add(values: Values): string {
  switch (values.kind) {
    case "words":
      return `compadd -- ${values.words.map(quoted).join(" ")}`;
    case "sessions":
      return `compadd -- \${(f)"$(nucleic completion sessions 2>/dev/null)"}`;
    case "projects":
      return `compadd -- \${(f)"$(nucleic completion projects 2>/dev/null)"}; _files -/`;
    case "files":
      return "_files";
    case "none":
      return ":";
    default:
      return values satisfies never;
  }
}
