import type { AgentEvent, EventOf } from "@nucleic/protocol/core";
import type { Row } from "./row.ts";

type Note = Omit<Extract<Row, { kind: "note" }>, "kind" | "key">;

/** The line that stands for an event of the session itself; `undefined` for one that needs none. */
export function noteOf(event: AgentEvent): Note | undefined {
  switch (event.kind) {
    case "turnCompleted":
      return turnNote(event);
    case "runFinished":
      return event.outcome === "failed"
        ? {
            tone: "bad",
            text: event.error?.message ?? "The agent's program failed",
            detail: event.stderrTail,
          }
        : undefined;
    case "error":
      return { tone: event.recoverable ? "warn" : "bad", text: event.message, detail: event.hint };
    case "integration":
      return integrationNote(event);
    case "setupStarted":
      return { tone: "plain", text: "The project's setup script runs", detail: event.script };
    case "setupFinished":
      return event.exitCode === 0
        ? undefined
        : { tone: "bad", text: `The setup script failed with ${event.exitCode}` };
    case "compaction":
      return { tone: "plain", text: "The agent shortened its memory of this session" };
    case "questionAnswered": {
      const answers = Object.values(event.answers ?? {}).flat();
      return { tone: "plain", text: answers.length > 0 ? `Answered: ${answers.join(", ")}` : "Declined" };
    }
    default:
      return undefined;
  }
}

function turnNote({ outcome, error }: EventOf<"turnCompleted">): Note | undefined {
  if (outcome === "completed") return { tone: "good", text: "Turn complete" };
  if (outcome === "interrupted") return { tone: "warn", text: "Interrupted" };
  return { tone: "bad", text: error?.message ?? "The turn failed", detail: error?.hint };
}

function integrationNote({ phase, target, message, paths }: EventOf<"integration">): Note {
  const detail = paths?.join("\n") ?? message;
  switch (phase) {
    case "queued":
      return { tone: "plain", text: `In the queue for ${target}` };
    case "merging":
      return { tone: "plain", text: `Being merged into ${target}` };
    case "verifying":
      return { tone: "plain", text: "The merged tree is verified" };
    case "merged":
      return { tone: "good", text: `Merged into ${target}` };
    case "parked":
      return { tone: "warn", text: `Merged, and kept beside ${target}: files are in the way`, detail };
    case "conflicted":
      return { tone: "bad", text: `Conflicts with ${target}; nothing was changed there`, detail };
    case "failed":
      return { tone: "bad", text: `Could not be merged into ${target}`, detail };
    default:
      return phase satisfies never;
  }
}
