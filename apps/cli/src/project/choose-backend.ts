import { type AgentBackend, backendForModel } from "@nucleic/protocol";
import { type ProjectRecord, RuntimeError } from "@nucleic/runtime";
import { CliError } from "../cli-error.ts";
import type { App } from "../compose.ts";
import { nearest } from "../view/suggest.ts";

/** What says which agent is to work; the first of them that says anything decides. */
export interface Wanted {
  /** By `--backend`, or in the session's record. */
  readonly named?: string | undefined;
  /** A model whose name tells who made it. */
  readonly model?: string | undefined;
  readonly project?: ProjectRecord | undefined;
}

/** The backend that is wanted, else claude. @throws CliError `usage` */
export function chooseBackend(app: App, { named, model, project }: Wanted): AgentBackend {
  const forModel = model === undefined ? undefined : backendForModel(model);
  const id = named ?? forModel ?? project?.defaultBackend ?? "claude";
  try {
    return app.runtime.backend(id);
  } catch (error) {
    if (!(error instanceof RuntimeError && error.code === "unknownBackend")) throw error;
    const known = [...app.runtime.backends.keys()];
    const meant = nearest(id, known);
    const hint = `${meant ? `did you mean ${meant}? ` : ""}there are: ${known.join(", ")}`;
    throw new CliError("usage", `no backend ${id}`, hint);
  }
}
