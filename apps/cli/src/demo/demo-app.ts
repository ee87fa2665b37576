import { HostClient } from "@nucleic/sync/client";
import type { Context } from "../context.ts";
import { answerLine } from "../devices/answer-line.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { openOwnHost } from "../host/own-host.ts";
import { projectHere } from "../host/project-here.ts";
import { showApp } from "../host/show-app.ts";
import { startTask } from "../session/run-task.ts";

/** Both change the same line: once one of them is shipped, the other is in conflict. */
const tasks = ["Make the greeting friendlier", "Greet people the way sailors do"];

/**
 * The app on the demo's repository, with two agents at work in it, until the person has seen enough. The host goes down then,
 * whoever still looks.
 */
export async function demoInApp(context: Context): Promise<ExitCode> {
  await using host = await openOwnHost(context, { notify: [], listen: {} });
  await using client = new HostClient({ name: "cli", connect: async () => host.connect("cli") });
  const { id: projectId } = await projectHere(client, context);
  for (const title of tasks)
    await startTask(context, client, {
      ...{ projectId, backend: "demo", title },
      input: { text: title, context: [] },
      approvals: { policy: false, otherwise: "ask" },
    });
  await context.tell([
    "Two demo agents work on a throwaway repository, and have a question each.",
    "All of it is removed when this ends. For a repository of yours: nucleic open",
  ]);
  do await showApp(context);
  while ((await answerLine(context, "Enter for another link, Ctrl-C to end: ")) !== undefined);
  return exitCodes.done;
}
