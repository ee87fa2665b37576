import { CliError } from "../cli-error.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { openClient } from "../host/open-client.ts";
import { ls } from "./ls.ts";

/** All sessions on the whole terminal, kept up to date. Without a terminal: the table, once. */
export function board(flags: { readonly json?: boolean }): Command {
  return async (context) => {
    if (flags.json)
      throw new CliError("usage", "--json follows one session: name it", "nucleic ls --json lists them all");
    const { terminal } = context;
    if (terminal === undefined) {
      const code = await ls({})(context);
      await context.tell("→ on a terminal this is a board that is kept up to date");
      return code;
    }
    await using open = await openClient(context);
    const { BoardScreen } = await import("../board/board.ts");
    await using screen = new BoardScreen(context, terminal, open);
    await screen.run();
    return exitCodes.done;
  };
}
