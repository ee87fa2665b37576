import type { SessionId } from "@nucleic/protocol/core";
import type { SessionItem } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import { contextOf, type Draft } from "../../state/drafts.ts";
import type { RunChoice } from "../../state/run-choices.ts";

/** `steer` adds to the turn that runs, `prompt` begins one or waits for its end, `resume` takes the session up again. */
export type SendWay = "steer" | "prompt" | "resume";

interface Way {
  readonly way: SendWay;
  readonly label: string;
  readonly placeholder: string;
}

const prompt: Way = { way: "prompt", label: "Send", placeholder: "What is next? @ names a file" };

/** How a message can go to a session as it is now, the likeliest first. */
export function waysOf(
  { status, isRunning }: Pick<SessionItem, "status" | "isRunning">,
  canSteer: boolean,
): readonly [Way, ...Way[]] {
  if (!isRunning) return [{ way: "resume", label: "Resume", placeholder: "Take it up again with a message" }];
  const isAtWork = status === "running" || status === "awaitingApproval" || status === "awaitingAnswer";
  if (!isAtWork) return [prompt];
  const queue: Way = { ...prompt, label: "Queue", placeholder: "What is next, once this is done?" };
  if (!canSteer) return [queue];
  return [{ way: "steer", label: "Steer", placeholder: "Say something while it works" }, queue];
}

/** Sends what was written, and what goes along with it; `choice` is what a session that is taken up again runs with. @throws HostError */
export async function send(
  client: HostClient,
  id: SessionId,
  way: SendWay,
  draft: Draft,
  choice: RunChoice,
): Promise<void> {
  const text =
    draft.text.trim() || (draft.comments.length > 0 ? "Please look at my comments." : "Please look.");
  const input = { text, context: contextOf(draft) };
  if (way === "resume") await client.intent(way, { ...choice, input }, { sessionId: id });
  else await client.intent(way, { input }, { sessionId: id });
}
