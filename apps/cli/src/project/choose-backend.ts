import type { AgentBackend } from "@nucleic/protocol";
import type { ProjectRecord } from "@nucleic/runtime";
import { CliError } from "../cli-error.ts";
import type { App } from "../compose.ts";
import { nearest } from "../view/suggest.ts";

/** The backend that was named, else the project's own, else claude. @throws CliError `usage` */
export function chooseBackend(
  app: App,
  project: ProjectRecord | undefined,
  named: string | undefined,
): AgentBackend {
  const id = named ?? project?.defaultBackend ?? "claude";
  const backend = app.runtime.backends.get(id);
  if (backend) return backend;
  const known = [...app.runtime.backends.keys()];
  const meant = nearest(id, known);
  const hint = `${meant ? `did you mean ${meant}? ` : ""}there are: ${known.join(", ")}`;
  throw new CliError("usage", `no backend ${id}`, hint);
}
