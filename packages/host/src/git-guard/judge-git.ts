import { type GitCommand, parseGit } from "./parse-git.ts";
import { allow, ask, type GitVerdict, refuse, subcommands } from "./subcommands.ts";

/** What a command line of git is judged by. */
export interface GitScene {
  /** The session's own branch, without `refs/heads/`; absent where it has none. */
  readonly ownBranch: string | undefined;
  /** As git names them in the folder, in lower case. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** Settings that run programs, or lead git to other settings. */
const acting =
  /^(?:core\.(?:hookspath|fsmonitor|sshcommand|gitproxy|worktree|attributesfile)|include\.path|includeif\..*|filter\..*|credential\..*|remote\..*|url\..*)$/;

/** Settings that switch off what a repository could have git do. Agents' own programs give them all the time. */
export const switchedOff: readonly string[] = [
  ...["core.hooksPath=/dev/null", "core.fsmonitor=", "core.fsmonitor=false"],
  ...["safe.bareRepository=explicit", "protocol.file.allow=never"],
];
const isOff = new Set(switchedOff.map((one) => one.replace(/^[^=]*/, (key) => key.toLowerCase())));

/** Judges a command line of git by what it would do to what a session shares with others. Pure. */
export function judgeGit(argv: readonly string[], scene: GitScene, depth = 0): GitVerdict {
  const command = parseGit(argv);
  const { configs, subcommand, args, unclear } = command;
  if (unclear !== undefined) return ask(`git ${unclear} is not known here`);
  const found = configs.find(([key, value]) => acting.test(key) && !isOff.has(`${key}=${value}`));
  if (found)
    return refuse(
      `git -c ${found[0]} changes which programs git runs, or where it works`,
      "Run it without that setting.",
    );
  if (subcommand === undefined) return allow;
  const judge = Object.hasOwn(subcommands, subcommand) ? subcommands[subcommand] : undefined;
  if (judge) return judge(args, scene.ownBranch);
  return judgeAlias(command, subcommand, scene, depth);
}

/** Git takes an alias only for a name that is no command of its own. */
function judgeAlias(
  { configs, isElsewhere, args }: GitCommand,
  name: string,
  scene: GitScene,
  depth: number,
): GitVerdict {
  const key = `alias.${name.toLowerCase()}`;
  const text = configs.findLast(([one]) => one === key)?.[1] ?? scene.aliases.get(name.toLowerCase());
  if (text === undefined)
    return isElsewhere && !known.has(name) ? ask(`what git ${name} means there is not known here`) : allow;
  if (text.startsWith("!")) return ask(`the alias ${name} runs a shell command: ${text.slice(1)}`);
  if (/["'\\]/.test(text) || depth >= 8)
    return ask(`what the alias ${name} stands for is not clear: ${text}`);
  const words = text.trim().split(/\s+/);
  const settings = configs.flatMap(([one, value]) => ["-c", `${one}=${value}`]);
  return judgeGit([...settings, ...words, ...args], scene, depth + 1);
}

/** What does not reach beyond the worktree and its branch, and no alias can stand for. The shim runs these unasked. */
export const harmless: readonly string[] = [
  ...["status", "diff", "log", "show", "add", "commit", "rev-parse", "ls-files", "cat-file", "blame", "grep"],
  ...[
    "describe",
    "merge-base",
    "rev-list",
    "diff-tree",
    "diff-index",
    "diff-files",
    "ls-tree",
    "for-each-ref",
  ],
  ...["show-ref", "name-rev", "shortlog", "hash-object", "restore", "rm", "mv", "apply", "check-ignore"],
  ...["check-attr", "merge", "cherry-pick", "revert", "reset", "clean", "write-tree", "version", "--version"],
];
const known = new Set([
  ...harmless,
  "rebase",
  "pull",
  "fetch",
  "clone",
  "init",
  "ls-remote",
  "am",
  "archive",
  "bisect",
  "notes",
]);
