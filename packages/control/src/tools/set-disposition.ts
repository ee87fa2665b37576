import { z } from "zod";
import type { ControlHandlers } from "../handlers.ts";
import { type ControlTool, controlTool, failed, said } from "./tool.ts";

const description = `Tell the user how your work stands. Call it once in every turn, as the last tool before your final message.

- completed: everything the user asked for is done and checked; nothing is left to do, to decide or to approve.
- awaitingInput: the user has to answer a question, choose, or agree before the work can go on.
- blocked: something beyond your reach stops you: access, a service, a tool that fails, a contradiction in the task.

Never say completed where steps are left, where checks fail or were not run though they could be, or where you ask or offer anything. If you call it again in the same turn, the last call counts.`;

const args = z.object({
  disposition: z.enum(["completed", "awaitingInput", "blocked"]).describe("How the work stands."),
  summary: z
    .string()
    .max(2_000)
    .optional()
    .describe("One sentence for a list of sessions: what was done, what is asked, or what is in the way."),
});

/** `set_disposition`: what the agent itself makes of its work. The summary stays in the transcript, as the call's input. */
export function setDisposition(handlers: ControlHandlers): ControlTool {
  return controlTool(
    { name: "set_disposition", title: "Say how the work stands", description, args },
    async ({ disposition }) => {
      try {
        await handlers.setDisposition(disposition);
      } catch {
        // Why is told where the session is kept; the agent can do nothing about it.
        return failed("It could not be noted. Go on without it.");
      }
      return said("Noted.");
    },
  );
}
