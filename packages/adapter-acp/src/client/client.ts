import type { ProcessHost, RequestHandler } from "@nucleic/process";
import type { Clock } from "@nucleic/protocol";
import type { Json } from "../wire/messages.ts";
import { type ClientFsOptions, fileRequests } from "./files.ts";
import { type ClientTerminalOptions, Terminals } from "./terminals.ts";

/** What an agent may have done by us instead of doing it itself. Absent: it does it itself. */
export interface ClientSide {
  readonly fs: ClientFsOptions | undefined;
  readonly terminal: ClientTerminalOptions | undefined;
}

interface ClientSetting {
  /** The worktree's real path: nothing outside of it is touched. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly processHost: ProcessHost;
  readonly clock: Clock;
}

/** The client's side of one run. Disposing of it ends the terminals. */
export interface OpenClient extends AsyncDisposable {
  /** For `initialize`. */
  readonly capabilities: Json;
  readonly requests: Readonly<Record<string, RequestHandler>>;
}

/**
 * What is offered to the agent. Nothing by default: every agent measured then does its own files and commands, and some do
 * them worse through a client (Gemini fails to make a new file).
 */
export function openClient({ fs, terminal }: ClientSide, setting: ClientSetting): OpenClient {
  const terminals = terminal && new Terminals(terminal, setting);
  return {
    capabilities: {
      fs: { readTextFile: fs !== undefined, writeTextFile: fs !== undefined },
      terminal: terminal !== undefined,
    },
    requests: { ...(fs && fileRequests(fs, setting.cwd)), ...terminals?.requests },
    async [Symbol.asyncDispose]() {
      await terminals?.[Symbol.asyncDispose]();
    },
  };
}
