import type { ShellAssignment } from "../shell/parsed-command.ts";
import { clip } from "./scene.ts";
import type { Verdict } from "./verdict.ts";

const harmless =
  /^(?:CI|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|TERM|COLORTERM|LANG|LANGUAGE|LC_[A-Z]+|TZ|COLUMNS|LINES|NODE_ENV|RUST_BACKTRACE|RUST_LOG|CARGO_TERM_COLOR|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS)$/;
const pagers = /^(?:PAGER|GIT_PAGER|MANPAGER)$/;
/** Small names that some shell or program reads all the same. */
const special =
  /_proxy$|^npm_|^(?:path|fpath|cdpath|manpath|mailpath|module_path|fignore|watch|aliases|functions|commands|options|histchars|prompt|auto_resume)$/;

/** Whether a variable changes nothing but how things look, whatever program reads it. */
export function isHarmlessVariable({ name, value }: ShellAssignment): boolean {
  return harmless.test(name) || (pagers.test(name) && (value?.value === "cat" || value?.value === ""));
}

/** What is to be said of a variable that is set: for one program, or for all that follows. */
export function judgeAssignment(assignment: ShellAssignment, forOne: boolean): Verdict | undefined {
  if (isHarmlessVariable(assignment)) return undefined;
  const { name, value } = assignment;
  const isOwn = !forOne && value !== undefined && /^[a-z_][a-z0-9_]*$/.test(name) && !special.test(name);
  return isOwn
    ? undefined
    : { risk: "execute", reason: `sets ${clip(name)}, which may change what programs do` };
}
