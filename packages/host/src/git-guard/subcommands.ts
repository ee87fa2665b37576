/** What is made of a command line of git, why, and what to do instead. */
export type GitVerdict =
  | { readonly effect: "allow" }
  | { readonly effect: "ask"; readonly why: string }
  | { readonly effect: "refuse"; readonly why: string; readonly instead: string };

/** Judges the arguments of one subcommand. */
type Judge = (args: readonly string[], ownBranch: string | undefined) => GitVerdict;

export const allow: GitVerdict = { effect: "allow" };
export const ask = (why: string): GitVerdict => ({ effect: "ask", why });
export const refuse = (why: string, instead: string): GitVerdict => ({ effect: "refuse", why, instead });

const shared = "the repository is shared with other sessions";
const leaveIt = "Leave it to the user, and go on without it.";

const operandsOf = (args: readonly string[]) => args.filter((word) => !word.startsWith("-"));
const has = (args: readonly string[], ...options: string[]) =>
  args.some((word) =>
    options.some((option) =>
      option.startsWith("--") ? word.split("=", 1)[0] === option : isLetter(word, option),
    ),
  );
/** `-D` is in `-fD` too. */
const isLetter = (word: string, option: string) =>
  /^-[A-Za-z]+$/.test(word) && word.includes(option.slice(1));
const reads =
  (words: readonly string[], otherwise: Judge): Judge =>
  (args, own) =>
    words.includes(operandsOf(args)[0] ?? "") ? allow : otherwise(args, own);
const always =
  (verdict: GitVerdict): Judge =>
  () =>
    verdict;

const branchOf = (ref: string) => ref.replace(/^refs\/heads\//, "").replace(/^heads\//, "");
const isOthers = (ref: string, own: string | undefined) =>
  /^nucleic\//.test(branchOf(ref)) && branchOf(ref) !== own;
const isOwn = (ref: string, own: string | undefined) =>
  ref === "HEAD" || (own !== undefined && branchOf(ref) === own);
const othersBranch = (ref: string) =>
  refuse(
    `${branchOf(ref)} is the branch of another session`,
    "Stay on your own branch; merge or cherry-pick what you need of the other.",
  );

const goTo: Judge = (args, own) => {
  const stop = args.indexOf("--");
  // What stands behind the dashes are files.
  const other = operandsOf(stop < 0 ? args : args.slice(0, stop)).find((word) => isOthers(word, own));
  return other === undefined ? allow : othersBranch(other);
};

const changingBranch: Judge = (args, own) => {
  if (!has(args, "-d", "-D", "--delete", "-f", "--force", "-m", "-M", "--move", "-C")) return allow;
  const operands = operandsOf(args);
  const other = operands.find((word) => isOthers(word, own));
  if (other !== undefined) return othersBranch(other);
  const foreign = operands.find((word) => !isOwn(word, own));
  return foreign === undefined ? allow : ask(`it changes the branch ${foreign}, and ${shared}`);
};

const updatingRef: Judge = (args, own) => {
  const [ref] = operandsOf(args);
  if (!has(args, "--stdin") && ref !== undefined && isOwn(ref, own)) return allow;
  return refuse(
    `git update-ref changes refs that are not this session's, and ${shared}`,
    "Commit on your own branch.",
  );
};

const writingConfig: Judge = (args) => {
  const operands = operandsOf(args);
  const writes = [
    "--add",
    "--replace-all",
    "--unset",
    "--unset-all",
    "--rename-section",
    "--remove-section",
    "--edit",
  ];
  const isRead =
    has(
      args,
      "--get",
      "--get-all",
      "--get-regexp",
      "--get-urlmatch",
      "--get-color",
      "--get-colorbool",
      "--list",
      "-l",
    ) || ["get", "list"].includes(operands[0] ?? "");
  if (
    !has(args, ...writes, "-e") &&
    (isRead || (operands.length <= 1 && !configVerbs.has(operands[0] ?? "")))
  )
    return allow;
  return refuse(
    `it changes settings of git, and ${shared}`,
    "For one command: git -c name=value …; else leave it to the user.",
  );
};
const configVerbs = new Set(["set", "unset", "rename-section", "remove-section", "edit"]);

const withRefspec: Judge = (args) =>
  operandsOf(args).some(
    (word) =>
      /^\+?[^:/]*[^:]*:(?!\/\/)[^:]*$/.test(word) && !/^[\w.-]+@/.test(word) && !/^\w+:\/\//.test(word),
  ) || has(args, "--prune", "-p", "--mirror", "--force", "-f")
    ? ask(`it may move branches beside this session's, and ${shared}`)
    : allow;

const cleaning = always(refuse(`it removes what other sessions may need: ${shared}`, leaveIt));
const rewriting = always(
  refuse(
    `it rewrites history beyond this session's commits, and ${shared}`,
    "Amend, rebase or revert your own commits.",
  ),
);

/** By subcommand; what is not here is allowed. */
export const subcommands: Readonly<Record<string, Judge>> = {
  push: always(ask("it sends commits away")),
  "send-pack": always(ask("it sends commits away")),
  worktree: reads(
    ["list"],
    always(refuse("nucleic makes and removes worktrees", "Work in the one that you have.")),
  ),
  checkout: goTo,
  switch: goTo,
  branch: changingBranch,
  "update-ref": updatingRef,
  "symbolic-ref": (args) =>
    operandsOf(args).length > 1 || has(args, "--delete", "-d")
      ? refuse("it changes what HEAD stands for", "Use git switch.")
      : allow,
  config: writingConfig,
  remote: (args) =>
    ["", "show", "get-url"].includes(operandsOf(args)[0] ?? "")
      ? allow
      : ask(`it changes remotes, and ${shared}`),
  gc: cleaning,
  prune: cleaning,
  "prune-packed": cleaning,
  repack: cleaning,
  maintenance: cleaning,
  reflog: (args, own) =>
    ["expire", "delete", "drop"].includes(operandsOf(args)[0] ?? "") ? cleaning(args, own) : allow,
  stash: (args, own) => (["clear", "drop"].includes(operandsOf(args)[0] ?? "") ? cleaning(args, own) : allow),
  submodule: reads(
    ["status", "summary"],
    always(ask("it fetches other repositories, and runs their checkout")),
  ),
  "filter-branch": rewriting,
  "filter-repo": rewriting,
  replace: rewriting,
  "fast-import": rewriting,
  tag: (args) =>
    has(args, "-d", "--delete", "-f", "--force") ? ask(`it changes tags, and ${shared}`) : allow,
  fetch: withRefspec,
  pull: withRefspec,
  rebase: (args, own) => {
    const other = operandsOf(args)[1];
    if (has(args, "--update-refs")) return ask(`it moves other branches, and ${shared}`);
    return other === undefined || isOwn(other, own)
      ? allow
      : ask(`it rebases ${other}, which is not this session's branch`);
  },
};
