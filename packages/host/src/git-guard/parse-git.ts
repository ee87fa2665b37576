/** A command line of git, taken apart. */
export interface GitCommand {
  /** Keys and values of `-c` and `--config-env`, keys in lower case. */
  readonly configs: readonly (readonly [key: string, value: string])[];
  /** It is led to another folder or repository: `-C`, `--git-dir`, `--work-tree`. */
  readonly isElsewhere: boolean;
  /** An option that this reader does not know, or that changes what git itself is. */
  readonly unclear?: string;
  readonly subcommand?: string;
  readonly args: readonly string[];
}

const flags = new Set([
  ...[
    "-p",
    "--paginate",
    "-P",
    "--no-pager",
    "--no-replace-objects",
    "--no-lazy-fetch",
    "--no-optional-locks",
  ],
  ...["--no-advice", "--bare", "--literal-pathspecs", "--glob-pathspecs", "--noglob-pathspecs"],
  ...["--icase-pathspecs", "-v", "--version", "-h", "--help", "--html-path", "--man-path", "--info-path"],
]);
const places = ["--git-dir", "--work-tree", "--namespace", "--super-prefix", "--attr-source"];

/** Reads arguments as git 2.54 does: its own options first, then a subcommand and what is its. */
export function parseGit(argv: readonly string[]): GitCommand {
  const configs: (readonly [string, string])[] = [];
  let isElsewhere = false;
  let at = 0;
  for (; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (!word.startsWith("-")) break;
    const [name = "", value] = splitOption(word);
    if (flags.has(word) || word === "--exec-path") continue;
    if (word === "-c" || name === "--config-env") configs.push(setting(value ?? argv[++at] ?? ""));
    else if (word === "-C") {
      isElsewhere = true;
      at++;
    } else if (places.includes(name)) {
      isElsewhere = true;
      if (value === undefined) at++;
    } else return { configs, isElsewhere, unclear: name, args: argv.slice(at) };
  }
  const subcommand = argv[at];
  const args = argv.slice(at + 1);
  return { configs, isElsewhere, ...(subcommand !== undefined && { subcommand }), args };
}

function splitOption(word: string): readonly [string, string?] {
  const equals = word.indexOf("=");
  return equals < 0 || !word.startsWith("--") ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
}

/** A key without a value is true. */
function setting(text: string): readonly [string, string] {
  const equals = text.indexOf("=");
  return equals < 0
    ? [text.toLowerCase(), "true"]
    : [text.slice(0, equals).toLowerCase(), text.slice(equals + 1)];
}
