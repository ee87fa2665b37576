import { facts, named, type ProgramFacts } from "./facts.ts";

const writesFile = ["unknown", "writes to a file that an option names"] as const;
const runsAnother = ["unknown", "runs another program"] as const;
const loses = ["destructive", "throws uncommitted work away"] as const;
const force = ["destructive", "overwrites history of others"] as const;

const looks = facts("read", "looks at the repository", "reads", {
  options: {
    "--output": writesFile,
    "--ext-diff": runsAnother,
    "--textconv": runsAnother,
    "-O": runsAnother,
    "--open-files-in-pager": runsAnother,
    "--upload-pack": runsAnother,
    "--exec": runsAnother,
    "--contents": writesFile,
  },
});
const network = (why: string) =>
  facts("network", why, "text", {
    options: {
      "--upload-pack": runsAnother,
      "--receive-pack": runsAnother,
      "--exec": runsAnother,
      "-c": runsAnother,
      "--config": runsAnother,
      "--template": runsAnother,
      "-u": ["network", why],
    },
  });
const hooks = (why: string, more = {}) =>
  facts("execute", `${why}; the repository's hooks run`, "text", more);

/** git and its subcommands. Aliases are not known, and so count as unknown. */
export const gitPrograms: Readonly<Record<string, ProgramFacts>> = {
  git: facts("unknown", "does something that is not known here", "text", {
    before: {
      flags: [
        "--no-pager",
        "-P",
        "--no-optional-locks",
        "--literal-pathspecs",
        "--no-replace-objects",
        "--bare",
      ],
      values: ["-C"],
    },
    subcommands: {
      ...named(
        "status diff log show blame annotate shortlog describe rev-parse rev-list ls-files ls-tree cat-file grep merge-base name-rev show-ref for-each-ref cherry whatchanged count-objects check-ignore check-attr diff-tree diff-index diff-files var show-branch verify-commit fsck help version",
        looks,
      ),
      reflog: facts("read", "looks at the repository", "text", { words: { expire: loses, delete: loses } }),
      branch: facts("read", "lists branches", "text", {
        readsAtMost: 0,
        options: {
          "-D": loses,
          "-d": ["destructive", "deletes a branch"],
          "--delete": ["destructive", "deletes a branch"],
          "-m": ["write", "renames a branch"],
          "-M": loses,
          "-f": loses,
          "--force": loses,
          "--edit-description": runsAnother,
          "-u": ["write", "sets what a branch follows"],
          "--set-upstream-to": ["write", "sets what a branch follows"],
        },
      }),
      tag: facts("read", "lists tags", "text", {
        readsAtMost: 0,
        options: {
          "-d": ["destructive", "deletes a tag"],
          "--delete": ["destructive", "deletes a tag"],
          "-f": ["destructive", "moves a tag"],
          "--force": ["destructive", "moves a tag"],
          "-F": writesFile,
          "--file": writesFile,
        },
      }),
      remote: facts("read", "lists remotes", "text", {
        words: {
          ...Object.fromEntries(
            ["add", "remove", "rm", "rename", "set-url", "set-head", "set-branches"].map((word) => [
              word,
              ["execute", "changes where the repository is fetched from"] as const,
            ]),
          ),
          update: ["network", "fetches"],
          prune: ["network", "asks the remote"],
          show: ["network", "asks the remote"],
        },
      }),
      stash: facts("write", "puts changes aside", "text", {
        words: {
          list: ["read", "lists what is put aside"],
          show: ["read", "shows what is put aside"],
          drop: loses,
          clear: loses,
        },
      }),
      add: facts("write", "stages changes", "writes", {
        options: { "-i": runsAnother, "-e": runsAnother, "--edit": runsAnother },
      }),
      ...named("mv", facts("write", "moves files", "writes")),
      rm: facts("destructive", "removes files", "writes"),
      apply: facts("write", "changes files", "writes", {
        options: { "--unsafe-paths": ["unknown", "may change files anywhere"] },
      }),
      commit: hooks("commits"),
      ...named("merge cherry-pick revert am", hooks("changes the branch")),
      rebase: hooks("changes the branch", { options: { "-x": runsAnother, "--exec": runsAnother } }),
      ...named(
        "checkout switch",
        hooks("changes the files to another state", {
          words: { "--": loses, ".": loses },
          options: { "-f": loses, "--force": loses, "--discard-changes": loses },
        }),
      ),
      restore: facts("destructive", "throws uncommitted work away", "writes"),
      reset: facts("write", "unstages, or moves the branch", "text", {
        options: { "--hard": loses, "--merge": loses, "--keep": loses },
      }),
      clean: facts("destructive", "removes files that are not committed", "writes", {}),
      fetch: network("fetches"),
      pull: network("fetches and merges"),
      clone: network("fetches a repository"),
      "ls-remote": network("asks a remote"),
      push: facts("network", "sends commits away", "text", {
        options: {
          "-f": force,
          "--force": force,
          "--force-with-lease": force,
          "--mirror": force,
          "-d": force,
          "--delete": force,
          "--prune": force,
          "--receive-pack": runsAnother,
          "--exec": runsAnother,
        },
      }),
      submodule: facts("execute", "works on submodules", "text", {
        words: {
          update: ["network", "fetches submodules"],
          foreach: runsAnother,
          status: ["read", "lists submodules"],
        },
      }),
      worktree: facts("execute", "works on worktrees", "text", {
        words: { list: ["read", "lists worktrees"], remove: loses, prune: loses },
      }),
      config: facts("execute", "changes git's settings, which can run programs", "text", {
        options: { "-f": writesFile, "--file": writesFile },
      }),
      init: facts("write", "makes a repository", "writes", { options: { "--template": runsAnother } }),
      ...named(
        "gc prune repack filter-branch update-ref replace reflog-expire pack-refs symbolic-ref",
        facts("destructive", "changes what the repository keeps", "text"),
      ),
      bisect: facts("execute", "goes through earlier states", "text", { words: { run: runsAnother } }),
      difftool: facts("unknown", "runs another program", "text"),
      mergetool: facts("unknown", "runs another program", "text"),
    },
  }),
};
