import type { AgentInput } from "@nucleic/protocol";
import type { SessionRecord } from "./database/sessions.ts";
import { RuntimeError } from "./errors.ts";
import { launchOf, surroundings } from "./launch.ts";
import type { OpenRuntime } from "./local-runtime.ts";
import { prepareAgain, settle } from "./prepare-session.ts";
import type { ResumeSession } from "./runtime.ts";
import type { SessionController } from "./session/controller.ts";
import { isKnown } from "./session/event-kinds.ts";
import type { SessionFacts } from "./session/facts.ts";
import type { Session } from "./session/session.ts";
import { announce, begin } from "./session-create.ts";

interface Unbegun {
  readonly session: SessionController;
  readonly record: SessionRecord;
  readonly facts: SessionFacts;
  readonly cwd: string;
}

/**
 * Takes up a session that was set up, or was to be, and never had an agent: sets it up again unless that went well, and
 * tells a new agent what a person has said so far.
 */
export async function beginAgain(
  runtime: OpenRuntime,
  { session, record, facts, cwd }: Unbegun,
  options: ResumeSession,
): Promise<Session> {
  const { id, projectId } = record;
  const project = await runtime.projects.get(projectId);
  if (project === undefined) {
    await session.close();
    throw new RuntimeError("unknownProject", `no project ${projectId}`);
  }
  const said = await saidSoFar(runtime, session);
  await announce(session, options.onOpen);
  const workspace = options.workspace ?? { cwd, ...(record.worktree && { worktree: record.worktree }) };
  await settle(runtime, session, workspace);
  if (options.input !== undefined) said.push(await session.keep(options.input));
  if (facts.setup !== "done")
    await prepareAgain(runtime, session, { project, worktree: workspace.worktree, run: options });
  const backend = runtime.backend(record.backend);
  const about = { backend, projectId, sessionId: id, cwd: workspace.cwd };
  const launch = launchOf({ ...about, ...surroundings(runtime) }, options);
  await begin(session, launch, undefined, said.length > 0 ? joined(said) : undefined);
  return session;
}

async function saidSoFar(runtime: OpenRuntime, session: SessionController): Promise<AgentInput[]> {
  const said: AgentInput[] = [];
  for await (const event of runtime.readTranscript(session.id))
    if (isKnown(event) && event.kind === "userMessage")
      said.push({ text: event.text, context: event.context });
  return said;
}

/** One message of several: they are one task, and one turn. */
function joined(said: readonly AgentInput[]): AgentInput {
  return {
    text: said.map(({ text }) => text).join("\n\n"),
    context: said.flatMap(({ context }) => context),
  };
}
