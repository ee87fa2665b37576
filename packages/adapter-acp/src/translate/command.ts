/** A shell that only runs the script that follows. */
const shells = new Set(["sh", "bash", "zsh", "dash"]);
const runsScript = new Set(["-c", "-lc"]);
const plainWord = /^[\w@%+=:,./-]+$/;

/**
 * The command of a shell call as one line: a string as it is; codex-acp's argument list as the script that its shell is
 * given, or quoted. Nothing where it is not known.
 * @param title what stands for the command where no input is sent
 */
export function commandOf(native: unknown, title: string | undefined): { readonly command?: string } {
  if (typeof native === "string") return { command: native };
  if (!Array.isArray(native) || !native.every((word) => typeof word === "string"))
    return title === undefined ? {} : { command: title };
  const [shell = "", flag = "", script] = native;
  const isScript = native.length === 3 && shells.has(shell.split("/").at(-1) ?? "") && runsScript.has(flag);
  return { command: isScript && script !== undefined ? script : native.map(quoted).join(" ") };
}

function quoted(word: string): string {
  return plainWord.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
