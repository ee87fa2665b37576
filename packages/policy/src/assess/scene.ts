import { isGuardedPath } from "../guarded-paths.ts";
import type { InsideOf } from "../posix-path.ts";
import type { ShellWord } from "../shell/parsed-command.ts";
import type { Verdict } from "./verdict.ts";

/** Where a command works, and how paths are looked at. */
export interface Scene {
  readonly root: string;
  /** Every folder the command may be in: its own, and those that it goes to. */
  readonly cwds: readonly string[];
  readonly insideOf: InsideOf;
}

const devices = /^\/dev\/(?:null|zero|stdin|stdout|stderr|tty|fd\/\d+)$/;

/** What is to be said of a word that names a file; nothing where it is inside, and free to be used so. */
export function judgeFile(word: ShellWord, use: "read" | "write", scene: Scene): Verdict | undefined {
  const { value, text } = word;
  if (value === undefined)
    return { risk: "unknown", reason: `what ${clip(text)} stands for is known only when it runs` };
  for (const piece of pieces(value)) {
    const found = judgePath(piece, use, scene);
    if (found) return found;
  }
  return undefined;
}

/** The same for one path as it is. */
export function judgePath(path: string, use: "read" | "write", scene: Scene): Verdict | undefined {
  if (path === "" || path === "-" || devices.test(path)) return undefined;
  if (path.split("/").includes(".."))
    return { risk: "unknown", reason: `a path that goes up: ${clip(path)}` };
  for (const cwd of scene.cwds) {
    const inside = scene.insideOf(scene.root, cwd, path);
    if (inside === undefined) return { risk: "unknown", reason: `outside the working folder: ${clip(path)}` };
    if (use === "write" && isGuardedPath(inside))
      return { risk: "execute", reason: `configures an agent or git: ${clip(path)}` };
  }
  return undefined;
}

/** Whatever in a word could be a path: all of it, what is behind `=`, `:` or `,`, and behind an option's letters. */
function pieces(value: string): readonly string[] {
  const behindOption = /^-[^/]*?(\.{0,2}\/.*)$/.exec(value)?.[1];
  return [value, ...value.split(/[=:,\s]/), ...(behindOption === undefined ? [] : [behindOption])];
}

/** Text of the command in a reason: on one line, and short. */
export function clip(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\u{fffd}");
  return line.length > 60 ? `${line.slice(0, 59).toWellFormed()}…` : line;
}
