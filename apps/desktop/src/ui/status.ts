import type { SessionItem } from "@nucleic/protocol/messages";

export type Tone = "busy" | "asks" | "good" | "bad" | "idle";

interface Face {
  readonly label: string;
  readonly tone: Tone;
}

const faces: Readonly<Record<SessionItem["status"], Face>> = {
  created: { label: "Created", tone: "idle" },
  preparing: { label: "Preparing", tone: "busy" },
  starting: { label: "Starting", tone: "busy" },
  running: { label: "Working", tone: "busy" },
  awaitingApproval: { label: "Needs approval", tone: "asks" },
  awaitingAnswer: { label: "Has a question", tone: "asks" },
  awaitingInput: { label: "Your turn", tone: "idle" },
  interrupted: { label: "Interrupted", tone: "bad" },
  failed: { label: "Failed", tone: "bad" },
  finished: { label: "Done", tone: "good" },
  archived: { label: "Archived", tone: "idle" },
};

/** How a session's state is said, and in which colour. What the agent makes of its own work goes before that it waits. */
export function faceOf({
  status,
  disposition,
  diffstat,
}: Pick<SessionItem, "status" | "disposition" | "diffstat">): Face {
  if (status === "awaitingInput" && disposition === "completed")
    return (diffstat?.files ?? 0) > 0
      ? { label: "To review", tone: "good" }
      : { label: "Done", tone: "good" };
  if (status === "awaitingInput" && disposition === "blocked") return { label: "Blocked", tone: "bad" };
  return faces[status];
}
