import type { SessionItem } from "@nucleic/protocol/messages";

export interface Column {
  readonly name: string;
  /** What it says while nothing is in it. */
  readonly about: string;
  readonly sessions: readonly SessionItem[];
}

type Place = "needsYou" | "working" | "review" | "done" | "away";

const names: Readonly<Record<Exclude<Place, "away">, Omit<Column, "sessions">>> = {
  needsYou: { name: "Needs you", about: "Nothing waits for you." },
  working: { name: "Working", about: "No agent is at work." },
  review: { name: "Your turn", about: "Finished turns come here for review." },
  done: { name: "Done", about: "What you mark as done comes here." },
};

type Placed = Pick<SessionItem, "status" | "disposition" | "diffstat">;

/** Where a session stands on the board: by what a person has to do about it. */
export function placeOf({ status, disposition, diffstat }: Placed): Place {
  switch (status) {
    case "awaitingApproval":
    case "awaitingAnswer":
    case "failed":
    case "interrupted":
      return "needsYou";
    case "created":
    case "preparing":
    case "starting":
    case "running":
      return "working";
    case "awaitingInput":
      if (disposition === "blocked") return "needsYou";
      // Work that is said to be done and is in no branch yet is still to be reviewed.
      return disposition === "completed" && (diffstat?.files ?? 0) === 0 ? "done" : "review";
    case "finished":
      return "done";
    case "archived":
      return "away";
    default:
      return status satisfies never;
  }
}

/** The board's columns, each in the order that it is given. */
export function columnsOf(sessions: readonly SessionItem[], showsArchived: boolean): readonly Column[] {
  const isIn = (place: Place) => (session: SessionItem) => {
    const own = placeOf(session);
    return own === place || (own === "away" && place === "done" && showsArchived);
  };
  return (["needsYou", "working", "review", "done"] as const).map((place) => ({
    ...names[place],
    sessions: sessions.filter(isIn(place)),
  }));
}
