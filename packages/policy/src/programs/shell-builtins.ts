import { facts, named, type ProgramFacts } from "./facts.ts";

/** Builtins of the shell, and small programs that tell something. */
export const shellPrograms: Readonly<Record<string, ProgramFacts>> = {
  ...named(
    "echo true false : pwd printenv id whoami groups uname arch nproc uptime tty locale",
    facts("read", "tells something", "text"),
  ),
  printf: facts("read", "prints text", "text", { options: { "-v": ["execute", "sets a variable"] } }),
  ...named("which type whereis", facts("read", "tells where a program is", "text")),
  command: facts("read", "tells where a program is", "text"),
  env: facts("read", "shows the environment", "text"),
  hostname: facts("read", "tells the machine's name", "text", { readsAtMost: 0 }),
  date: facts("read", "tells the time", "text", {
    options: {
      "-s": ["destructive", "sets the clock"],
      "--set": ["destructive", "sets the clock"],
      "-f": ["unknown", "reads a file"],
      "--file": ["unknown", "reads a file"],
      "-r": ["unknown", "reads a file"],
      "--reference": ["unknown", "reads a file"],
    },
  }),
  ...named(
    "sleep seq yes ps pgrep cal tput getconf lsof free vmstat",
    facts("read", "tells something, or waits", "text"),
  ),
  ...named(
    "exit return break continue shift wait jobs set times ulimit umask disown",
    facts("read", "steers the shell itself", "text"),
  ),
  ...named(
    "export declare typeset local readonly unset read mapfile readarray getopts",
    facts("read", "sets variables", "text", { check: "declares" }),
  ),
  ...named(
    "test [",
    facts("read", "looks whether something is so", "reads", {
      options: { "-v": ["execute", "computes a variable's name"] },
    }),
  ),
  ...named("cd pushd popd", facts("read", "goes to another folder", "reads", { check: "cd" })),
  ...named("source .", facts("execute", "runs a script in this shell", "reads")),
  ...named("sh bash dash zsh ash ksh", facts("execute", "runs a shell script", "reads", { check: "shell" })),
  ...named("fish csh tcsh pwsh powershell cmd", facts("unknown", "runs another shell's commands", "text")),
  ...named(
    "let trap alias unalias enable hash shopt complete bind history fc coproc caller",
    facts("unknown", "changes what the shell does", "text"),
  ),
  ...named("kill pkill killall", facts("destructive", "ends processes", "text")),
  ...named("sudo doas su runuser", facts("unknown", "runs something as another user", "text")),
  xargs: facts("read", "prints its input", "text"),
};
