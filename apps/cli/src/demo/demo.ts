import type { Answers, EventOf } from "@nucleic/protocol/core";
import type { HostClient } from "@nucleic/sync/client";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { projectHere } from "../host/project-here.ts";
import { runTask } from "../session/run-task.ts";
import { sessionOutput } from "../session/session-output.ts";
import { shortId } from "../session/short-id.ts";
import { diffLines } from "../view/diff.ts";
import { integrationReport } from "../view/integration-lines.ts";

const task = "Make the greeting friendlier";

/** A task from its beginning to its place in the project's branch, told as it goes. */
export async function runDemo(context: Context, client: HostClient): Promise<ExitCode> {
  const { stdout } = context;
  const heading = (text: string) => stdout.lines(["", context.frame().style.bold(`# ${text}`), ""]);
  await heading("A demo agent works on a throwaway repository");
  if (!context.terminal)
    await stdout.lines([
      "There is no terminal, so what the agent asks is answered for you: everything is allowed.",
    ]);
  const { id: projectId } = await projectHere(client, context);
  const input = { text: task, context: [] };
  const { code, session } = await runTask(
    context,
    { client },
    { projectId, backend: "demo", title: task, input, approvals: { policy: false, otherwise: "ask" } },
    {
      output: sessionOutput(context, "terminal"),
      quiet: false,
      nextSteps: false,
      // Every answer is on the screen: it is a demo, of a throwaway file.
      unattended: { allows: true, answer: firstChoice },
    },
  );
  if (code !== exitCodes.done) return code;

  await heading("What it changed, in a worktree of its own");
  const { patch } = await client.query("diff", { sessionId: session.id });
  if (patch === "") {
    await stdout.lines(["Nothing: the change was not allowed."]);
    return exitCodes.done;
  }
  await stdout.lines(diffLines(patch, context.frame()));

  await heading("Squashed into the project's branch");
  const result = await client.intent("integrate", { message: task }, { sessionId: session.id });
  const { lines, exitCode } = integrationReport(result, shortId(session.id));
  await stdout.lines(lines);
  return exitCode;
}

/** The first choice of each question. */
function firstChoice(asked: EventOf<"questionAsked">): Answers {
  return Object.fromEntries(
    asked.questions.map((question) => [question.id, [question.options[0]?.label ?? "as you like"]]),
  );
}
