import type { Json } from "../wire/messages.ts";
import { at, name, object, objects, text } from "../wire/read.ts";

/** What an agent says of itself in answer to `initialize`. */
export interface AgentOffers {
  readonly protocolVersion: unknown;
  readonly load: boolean;
  readonly resume: boolean;
  readonly fork: boolean;
  readonly additionalDirectories: boolean;
  readonly images: boolean;
  readonly httpServers: boolean;
  readonly authMethods: readonly string[];
}

export function readOffers(result: Json): AgentOffers {
  const has = (...path: string[]) => at(result, ["agentCapabilities", ...path]) !== undefined;
  const is = (...path: string[]) => at(result, ["agentCapabilities", ...path]) === true;
  return {
    protocolVersion: result.protocolVersion,
    load: is("loadSession"),
    resume: has("sessionCapabilities", "resume"),
    fork: has("sessionCapabilities", "fork"),
    additionalDirectories: has("sessionCapabilities", "additionalDirectories"),
    images: is("promptCapabilities", "image"),
    httpServers: is("mcpCapabilities", "http"),
    authMethods: objects(result.authMethods).flatMap(({ id }) => name(id) ?? []),
  };
}

/** How an open session takes another mode or model; absent where it offers no choice. */
export interface SessionOffers {
  readonly mode: Choice | undefined;
  readonly model: Choice | undefined;
}

/** One thing that can be chosen: by a method of its own, or as one of the session's options. */
export interface Choice {
  readonly current: string | undefined;
  readonly values: readonly string[];
  readonly by: { readonly method: "session/set_mode" | "session/set_model" } | { readonly configId: string };
}

/** Reads the answer to session/new, load, resume or fork. */
export function readSessionOffers(result: Json): SessionOffers {
  const modes = object(result.modes);
  const models = object(result.models);
  return {
    mode: modes
      ? {
          current: text(modes.currentModeId),
          values: objects(modes.availableModes).flatMap(({ id }) => text(id) ?? []),
          by: { method: "session/set_mode" },
        }
      : optionOf(result, "mode"),
    model: models
      ? {
          current: text(models.currentModelId),
          values: objects(models.availableModels).flatMap(({ modelId }) => text(modelId) ?? []),
          by: { method: "session/set_model" },
        }
      : optionOf(result, "model"),
  };
}

function optionOf(result: Json, category: string): Choice | undefined {
  const option = objects(result.configOptions).find((each) => each.category === category);
  const configId = name(option?.id);
  if (!option || configId === undefined) return undefined;
  // Options may stand in groups.
  const options = objects(option.options).flatMap((each) => (each.options ? objects(each.options) : [each]));
  return {
    current: text(option.currentValue),
    values: options.flatMap(({ value }) => text(value) ?? []),
    by: { configId },
  };
}
