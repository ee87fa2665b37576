/** How a command ended, for scripts. Documented in `--help` and docs/cli.md. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  denied: 3,
  conflicted: 4,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The same, for the end of `--help`. */
export const exitCodeHelp = `Exit codes:
  0    done
  1    failed
  2    usage: a flag, an argument or an id is wrong
  3    an approval was denied because there was nobody to ask, or by --approve
  4    conflicted: the work does not merge as it stands
  130  interrupted`;
