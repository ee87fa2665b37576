import type { AgentBackend } from "@nucleic/protocol";
import type { ProjectRecord } from "@nucleic/runtime";
import type { App } from "../compose.ts";
import type { Context } from "../context.ts";
import { plural } from "../view/format.ts";
import { trustLines } from "../view/trust-lines.ts";
import { trustState } from "./trust.ts";

/** How many things are named before the rest is only counted. */
const named = 4;

/** Says before a run what of the repository's own configuration will not be loaded, and how to have it loaded. */
export async function warnUntrusted(
  context: Context,
  app: App,
  backend: AgentBackend,
  project: ProjectRecord,
): Promise<void> {
  const state = await trustState(app, backend, project);
  if (!state || state.trusted || state.config.items.length === 0) return;
  const { items } = state.config;
  const frame = context.frame();
  const rest = items.length > named ? [`  … and ${plural(items.length - named, "more item")}`] : [];
  await context.tell([
    `This repository's configuration for ${state.displayName} is not trusted and will not be loaded:`,
    ...trustLines(items.slice(0, named), frame),
    ...rest,
    "→ nucleic project trust shows all of it and asks",
  ]);
}
