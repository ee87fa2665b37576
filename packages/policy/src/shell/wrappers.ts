/** A program that runs the command behind its own options. */
export interface Wrapper {
  /** Options without a value. */
  readonly flags: readonly string[];
  /** Options with a value: the next word, or the rest of theirs. */
  readonly values: readonly string[];
  /** Words of its own between its options and the command. */
  readonly operands?: number;
  /** `NAME=value` may stand before the command. */
  readonly assignments?: boolean;
  /** The command gets further words that are known only when it runs. */
  readonly appends?: boolean;
  /** The command runs as another user. */
  readonly elevates?: boolean;
}

const words = (text: string) => text.split(" ").filter(Boolean);
const wrapper = (flags: string, values = "", more: Partial<Wrapper> = {}): Wrapper => ({
  flags: words(flags),
  values: words(values),
  ...more,
});

/** By name. An option that is not listed makes the whole not understood. */
export const wrappers: Readonly<Record<string, Wrapper>> = {
  nohup: wrapper(""),
  time: wrapper("-p -v --verbose --portability"),
  timeout: wrapper("--preserve-status --foreground -f -p -v --verbose", "-k -s --kill-after --signal", {
    operands: 1,
  }),
  nice: wrapper("", "-n --adjustment"),
  ionice: wrapper("-t", "-c -n --class --classdata"),
  setsid: wrapper("-c -f -w --wait --fork --ctty"),
  stdbuf: wrapper("", "-i -o -e --input --output --error"),
  env: wrapper("-i - --ignore-environment", "-u --unset", { assignments: true }),
  command: wrapper("-p"),
  builtin: wrapper(""),
  exec: wrapper("-c -l"),
  xargs: wrapper(
    "-0 --null -r --no-run-if-empty -t --verbose",
    "-n -I -P -L -d -E -s --max-args --max-procs --delimiter",
    {
      appends: true,
    },
  ),
  sudo: wrapper(
    "-n -E -H -S -b -k --non-interactive --preserve-env --set-home --stdin",
    "-u -g --user --group",
    {
      assignments: true,
      elevates: true,
    },
  ),
  doas: wrapper("-n", "-u", { elevates: true }),
};

/** Programs that read a command line, and in which option it is. */
export const shells: ReadonlySet<string> = new Set(words("sh bash dash zsh ash ksh"));
