import type { Answers, EventOf } from "@nucleic/protocol/core";
import type { ApprovalMode } from "@nucleic/runtime";
import type { App } from "../compose.ts";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { chooseBackend } from "../project/choose-backend.ts";
import { projectAt } from "../project/project-at.ts";
import { integrateSession } from "../session/integrate.ts";
import { runTask } from "../session/run-task.ts";
import { sessionOutput } from "../session/session-output.ts";
import { shortId } from "../session/short-id.ts";
import { diffLines } from "../view/diff.ts";
import { integrationReport } from "../view/integration-lines.ts";

const task = "Make the greeting friendlier";

/** Without a terminal the demo answers for the person, and every answer is on the screen: it is a demo, of a throwaway file. */
const answersItself: ApprovalMode = {
  decide: () => ({ decision: { kind: "allow" }, by: "policy", rule: "the demo, for want of a terminal" }),
  otherwise: "ask",
};

/** A task from its beginning to its place in the project's branch, told as it goes. */
export async function runDemo(context: Context, app: App): Promise<ExitCode> {
  const { stdout } = context;
  const heading = (text: string) => stdout.lines(["", context.frame().style.bold(`# ${text}`), ""]);
  await heading("A demo agent works on a throwaway repository");
  if (!context.terminal)
    await stdout.lines([
      "There is no terminal, so what the agent asks is answered for you: everything is allowed.",
    ]);
  const project = await projectAt(app, context.cwd);
  const { code, session } = await runTask(context, app, project, {
    text: task,
    backend: chooseBackend(app, { named: "demo" }),
    env: {},
    approvals: () => (context.terminal ? "ask" : answersItself),
    output: sessionOutput(context, "terminal"),
    quiet: false,
    nextSteps: false,
    unattended: firstChoice,
  });
  if (code !== exitCodes.done) return code;

  const record = await app.runtime.findSession(session.id);
  await heading("What it changed, in a worktree of its own");
  const { patch } = await app.worktrees.diff(project, record);
  if (patch === "") {
    await stdout.lines(["Nothing: the change was not allowed."]);
    return exitCodes.done;
  }
  await stdout.lines(diffLines(patch, context.frame()));

  await heading("Squashed into the project's branch");
  const target = project.defaultBranch;
  const options = { target, message: task, signal: context.signals.ending };
  const result = await integrateSession(app, project, record, options);
  const { lines, exitCode } = integrationReport({ ...result, target }, shortId(record.id));
  await stdout.lines(lines);
  return exitCode;
}

/** The first choice of each question. */
function firstChoice(asked: EventOf<"questionAsked">): Answers {
  return Object.fromEntries(
    asked.questions.map((question) => [question.id, [question.options[0]?.label ?? "as you like"]]),
  );
}
