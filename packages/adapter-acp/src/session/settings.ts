import { JsonRpcError } from "@nucleic/process";
import { NucleicError } from "@nucleic/protocol/core";
import type { AcpAgent } from "../agents/agent.ts";
import type { Connection } from "./connection.ts";
import type { Choice, SessionOffers } from "./offers.ts";
import type { AcpStream } from "./stream.ts";

/** Some ask their provider first whether there is such a model. */
const ANSWER_TIMEOUT_MS = 60_000;

interface SettingsOptions {
  readonly agent: AcpAgent;
  readonly connection: Connection;
  readonly stream: AcpStream;
  readonly backendSessionId: string;
  readonly offers: SessionOffers;
}

/** The mode and the model of an open session. */
export class SessionSettings {
  readonly #options: SettingsOptions;

  constructor(options: SettingsOptions) {
    this.#options = options;
  }

  /**
   * Puts the session in a mode that still asks.
   * @throws NucleicError `unsupported`
   */
  async setMode(mode: string): Promise<void> {
    const { agent, offers } = this.#options;
    checkMode(agent, mode);
    const unadvertised: Choice = { current: undefined, values: [mode], by: { method: "session/set_mode" } };
    const choice = offers.mode ?? (agent.unadvertisedModes ? unadvertised : undefined);
    await this.#choose(choice, "mode", mode, { modeId: mode });
  }

  /** @throws NucleicError `unsupported` where it can't be chosen; what the agent itself refuses likewise */
  async setModel(model: string): Promise<void> {
    await this.#choose(this.#options.offers.model, "model", model, { modelId: model });
  }

  /** The mode and model that were wanted, and in no case a mode that asks nothing. */
  async begin(wanted: {
    readonly mode?: string | undefined;
    readonly model?: string | undefined;
  }): Promise<void> {
    const { agent, offers } = this.#options;
    const { current } = offers.mode ?? {};
    const mode =
      wanted.mode ??
      (current !== undefined && !agent.modes.includes(current) ? agent.defaultMode : undefined);
    if (mode !== undefined && mode !== current) await this.setMode(mode);
    if (wanted.model !== undefined && wanted.model !== offers.model?.current)
      await this.setModel(wanted.model);
  }

  async #choose(
    choice: Choice | undefined,
    what: "mode" | "model",
    value: string,
    params: Readonly<Record<string, string>>,
  ): Promise<void> {
    const { agent, connection, backendSessionId, stream } = this.#options;
    const { displayName } = agent.quirks;
    if (!choice) throw new NucleicError("unsupported", `${displayName} offers no choice of ${what}`);
    const session = { sessionId: backendSessionId };
    try {
      if ("method" in choice.by)
        await connection.ask(choice.by.method, { ...session, ...params }, ANSWER_TIMEOUT_MS);
      else {
        const option = { ...session, configId: choice.by.configId, value };
        await connection.ask("session/set_config_option", option, ANSWER_TIMEOUT_MS);
      }
    } catch (error) {
      if (!(error instanceof JsonRpcError)) throw error;
      throw new NucleicError(
        "unsupported",
        `${displayName} does not take the ${what} ${value}: ${error.message}`,
        {
          cause: error,
          hint: choice.values.length > 0 ? `One of ${choice.values.join(", ")}` : undefined,
        },
      );
    }
    stream.feed({ kind: "changed", [what]: value });
  }
}

/**
 * Lets through the modes that still ask.
 * @throws NucleicError `unsupported`
 */
export function checkMode({ modes, quirks }: AcpAgent, mode: string): void {
  if (modes.includes(mode)) return;
  throw new NucleicError("unsupported", `${quirks.displayName} has no such mode: ${mode}`, {
    hint: modes.length > 0 ? `One of ${modes.join(", ")}` : undefined,
  });
}
