import type { HostClient } from "@nucleic/sync/client";
import type { Context } from "../context.ts";
import { TerminalPresence } from "../host/terminal-presence.ts";
import type { AgentFlags } from "./run-flags.ts";
import { type SessionOutput, sessionOutput } from "./session-output.ts";

/** Where a session is shown, and who looks. */
export interface Stage extends AsyncDisposable {
  readonly output: SessionOutput;
  /** stdout belongs to the events. */
  readonly quiet: boolean;
  readonly presence: TerminalPresence | undefined;
}

/** On the terminal, else one event a line. With `always` a person is told also of what the terminal shows. */
export function openStage(
  context: Context,
  client: HostClient,
  { json, notify }: Pick<AgentFlags, "json" | "notify">,
): Stage {
  const quiet = json === true || !context.terminal;
  const presence = quiet || notify === "always" ? undefined : new TerminalPresence(client, context.clock);
  // Who is never to be told is taken to look on.
  const onFocus =
    presence && notify === "away" ? (isFocused: boolean) => presence.focused(isFocused) : undefined;
  return {
    output: sessionOutput(context, quiet ? "lines" : "terminal", onFocus),
    quiet,
    presence,
    [Symbol.asyncDispose]: async () => presence?.[Symbol.asyncDispose](),
  };
}
