import type { AgentInput, AgentRun } from "@nucleic/protocol";
import { eventError } from "./agent-run.ts";
import type { SentMessages } from "./sent-messages.ts";
import type { SessionLog } from "./session-log.ts";

/** What a person said, whichever way they said it. */
export function inputOf(input: AgentInput | string): AgentInput {
  return typeof input === "string" ? { text: input, context: [] } : input;
}

/** Hands on what is in the transcript already. A refusal is written there too. @throws what the agent throws */
export async function tellAgent(
  agent: Pick<AgentRun, "send" | "steer">,
  said: AgentInput,
  {
    log,
    sent,
    steer = false,
  }: { readonly log: SessionLog; readonly sent: SentMessages; readonly steer?: boolean },
): Promise<void> {
  sent.add(said.text);
  try {
    await (steer ? agent.steer(said) : agent.send(said));
  } catch (error) {
    sent.isEcho(said.text);
    await log.write(log.stamp({ kind: "error", ...eventError(error), recoverable: true }));
    throw error;
  }
}
