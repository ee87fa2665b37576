import type { SessionId } from "@nucleic/protocol/core";
import type { SessionItem } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import type { Draft } from "../../state/drafts.ts";

/** `steer` adds to the turn that runs, `prompt` begins one or waits for its end, `resume` takes the session up again. */
export type SendWay = "steer" | "prompt" | "resume";

interface Way {
  readonly way: SendWay;
  readonly label: string;
  readonly placeholder: string;
}

const prompt: Way = { way: "prompt", label: "Send", placeholder: "What is next?" };

/** How a message can go to a session as it is now, the likeliest first. */
export function waysOf({
  status,
  isRunning,
}: Pick<SessionItem, "status" | "isRunning">): readonly [Way, ...Way[]] {
  if (!isRunning) return [{ way: "resume", label: "Resume", placeholder: "Take it up again with a message" }];
  if (status === "running" || status === "awaitingApproval" || status === "awaitingAnswer")
    return [
      { way: "steer", label: "Steer", placeholder: "Say something while it works" },
      { ...prompt, label: "Queue" },
    ];
  return [prompt];
}

/** Sends what was written, comments and all. @throws HostError */
export async function send(client: HostClient, id: SessionId, way: SendWay, draft: Draft): Promise<void> {
  const text = draft.text.trim() || "Please look at my comments.";
  await client.intent(way, { input: { text, context: [...draft.comments] } }, { sessionId: id });
}
