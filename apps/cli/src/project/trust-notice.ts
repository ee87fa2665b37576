import type { AgentBackend } from "@nucleic/protocol";
import type { ProjectRecord } from "@nucleic/runtime";
import type { App } from "../compose.ts";
import { plural } from "../view/format.ts";
import type { Frame } from "../view/style.ts";
import { trustLines } from "../view/trust-lines.ts";
import { trustState } from "./trust.ts";

/** How many things are named before the rest is only counted. */
const named = 4;

/** What of the configuration in a session's worktree will not be loaded, and how to have it loaded; no lines for none. */
export async function untrustedNotice(
  app: App,
  backend: AgentBackend,
  project: ProjectRecord,
  worktree: string,
  frame: Frame,
): Promise<readonly string[]> {
  const state = await trustState(app, backend, project, worktree);
  if (!state || state.trusted || state.config.items.length === 0) return [];
  const { items } = state.config;
  const rest = items.length > named ? [`  … and ${plural(items.length - named, "more item")}`] : [];
  return [
    `This repository's configuration for ${state.displayName} is not trusted and will not be loaded:`,
    ...trustLines(items.slice(0, named), frame),
    ...rest,
    "→ nucleic project trust shows all of it and asks",
  ];
}
