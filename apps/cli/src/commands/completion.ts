import { bashCompletion } from "../completion/bash.ts";
import { fishCompletion } from "../completion/fish.ts";
import { namesFor } from "../completion/names.ts";
import { specOf } from "../completion/spec.ts";
import { zshCompletion } from "../completion/zsh.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";

export type CompletionKind = "bash" | "zsh" | "fish" | "sessions" | "projects";

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** Prints a shell's completion, made of the program itself; or the names that such a completion asks for. */
export function completion(what: CompletionKind): Command {
  return async (context) => {
    if (what === "sessions" || what === "projects") {
      await context.stdout.lines(await namesFor(context, what));
      return exitCodes.done;
    }
    const { buildProgram } = await import("../program.ts");
    const program = buildProgram(context.version, () => undefined);
    await context.stdout.write(shells[what](specOf(program)));
    return exitCodes.done;
  };
}
