import { claudeBackend } from "@nucleic/adapter-claude";
import { codexBackend } from "@nucleic/adapter-codex";
import { knownClis, type ReplyFunction, realCli, type ScriptedModel, scriptedModel } from "@nucleic/lab";
import type { AgentBackend } from "@nucleic/protocol";

type Name = "claude" | "codex";

/** The real program of an agent, and the model that answers it. */
export interface RealAgent extends AsyncDisposable {
  readonly backend: AgentBackend;
  readonly model: ScriptedModel;
}

/** The newest version that is tested, in an environment of its own, offline but for its model. */
export async function openRealAgent(name: Name, reply: ReplyFunction): Promise<RealAgent> {
  await using undo = new AsyncDisposableStack();
  const { api, testedVersions } = knownClis[name];
  const cli = await realCli(name, testedVersions.at(-1) ?? "");
  const model = undo.use(await scriptedModel({ api, reply }));
  const { env: environment } = undo.use(await cli.environment({ baseUrl: model.url }));
  const installed = { executable: cli.path, environment };
  const backend = name === "claude" ? claudeBackend(installed) : codexBackend(installed);
  const resources = undo.move();
  return { backend, model, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
