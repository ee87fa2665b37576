import { randomUUID } from "node:crypto";
import { JsonRpcError, type ProcessHost, type RequestHandler } from "@nucleic/process";
import { count, name, object, objects, text } from "../wire/read.ts";
import { insideOf } from "./inside.ts";
import { Terminal } from "./terminal.ts";

/** How much an agent may have run at once. */
export interface ClientTerminalOptions {
  /** Of each, kept from its end. Default 1 MiB; what the agent asks for counts where it is less. */
  readonly maxOutputBytes?: number;
  /** That have not been released. Default 32; more are refused. */
  readonly maxTerminals?: number;
}

interface TerminalSetting {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly processHost: ProcessHost;
}

const MAX_OUTPUT_BYTES = 1024 * 1024;
const MAX_TERMINALS = 32;
const INVALID_PARAMS = -32602;
const NOT_FOUND = -32002;

/**
 * `terminal/*`: commands that the agent has us run, in a folder of the worktree and in the agent's own environment. As with
 * files, the agent asks before; here nothing is asked about once more. Whatever a command starts dies with its terminal.
 */
export class Terminals implements AsyncDisposable {
  readonly requests: Readonly<Record<string, RequestHandler>> = {
    "terminal/create": (params) => this.#create(params),
    "terminal/output": (params) => this.#find(params).output(),
    "terminal/wait_for_exit": (params) => this.#find(params).exit(),
    "terminal/kill": async (params) => {
      await this.#find(params).kill();
      return {};
    },
    "terminal/release": async (params) => {
      const terminal = this.#find(params);
      this.#open.delete(terminal.id);
      await terminal.kill();
      return {};
    },
  };
  readonly #options: ClientTerminalOptions;
  readonly #setting: TerminalSetting;
  readonly #open = new Map<string, Terminal>();

  constructor(options: ClientTerminalOptions, setting: TerminalSetting) {
    this.#options = options;
    this.#setting = setting;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(open.map((terminal) => terminal.kill()));
  }

  async #create(params: unknown): Promise<{ readonly terminalId: string }> {
    const asked = object(params) ?? {};
    const command = name(asked.command);
    if (command === undefined) throw new JsonRpcError(INVALID_PARAMS, "there is no command");
    if (this.#open.size >= (this.#options.maxTerminals ?? MAX_TERMINALS))
      throw new JsonRpcError(INVALID_PARAMS, "too many terminals are open");
    const { cwd, env, processHost } = this.#setting;
    const limit = this.#options.maxOutputBytes ?? MAX_OUTPUT_BYTES;
    const terminal = new Terminal({
      id: randomUUID(),
      command,
      args: Array.isArray(asked.args) ? asked.args.flatMap((arg) => text(arg) ?? []) : [],
      cwd: await insideOf(cwd, name(asked.cwd) ?? cwd),
      env: {
        ...env,
        ...Object.fromEntries(objects(asked.env).map((pair) => [text(pair.name), text(pair.value)])),
      },
      maxOutputBytes: Math.min(limit, count(asked.outputByteLimit) ?? limit),
      processHost,
    });
    this.#open.set(terminal.id, terminal);
    return { terminalId: terminal.id };
  }

  #find(params: unknown): Terminal {
    const terminal = this.#open.get(text(object(params)?.terminalId) ?? "");
    if (!terminal) throw new JsonRpcError(NOT_FOUND, "there is no such terminal");
    return terminal;
  }
}
