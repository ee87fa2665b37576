import { z } from "zod";
import type { ControlHandlers } from "../handlers.ts";
import { type ControlTool, controlTool, failed, said } from "./tool.ts";

const description = `Run one command outside of your sandbox, on the user's machine, with the user's rights. The user is asked first, every time, and may take hours; just wait.

Use it only where the sandbox itself is in the way and the work needs it: a program that is not there inside, a service of the machine, a push. Say in \`why\` what you tried inside and what kept it from working; the user decides by that. Never use it for what works inside. If the user says no, do not ask for the same in other words: go on without, or end your turn as blocked.`;

const args = z.object({
  command: z
    .union([z.array(z.string().max(32_000)).min(1).max(1_000), z.string().min(1).max(32_000)])
    .describe(
      "The program and its arguments as a list, run as they are; or text for /bin/sh where you need a shell.",
    ),
  cwd: z
    .string()
    .min(1)
    .max(4_000)
    .optional()
    .describe("The folder, absolute or from your worktree. Default: your worktree."),
  why: z.string().min(1).max(2_000).describe("Why the sandbox is not enough, for the user to judge."),
});

/** `host_exec`: one command outside of the sandbox, after a person has allowed it. */
export function hostExec(run: NonNullable<ControlHandlers["hostExec"]>): ControlTool {
  return controlTool(
    { name: "host_exec", title: "Run a command outside the sandbox", description, args, acts: true },
    async ({ command, cwd, why }, signal) => {
      const outcome = await run({ command, why, ...(cwd !== undefined && { cwd }) }, signal).catch(
        () => undefined,
      );
      if (outcome === undefined) return failed("It could not be asked for. It was not run.");
      if (!outcome.ran) return failed(outcome.message);
      const text = `${outcome.how}\n${outcome.output}`.trimEnd();
      return outcome.ok ? said(text) : failed(text);
    },
  );
}
