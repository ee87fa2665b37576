import type { AgentEvent, EventBody, EventBodyOf, EventKind, EventOf } from "./event.ts";
import type { SessionId, ToolCallId, TurnId } from "./ids.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_ extends true>(): void => undefined;

/** A switch over every kind ends in never: a new kind is a compile error wherever events are told apart. */
export function group(
  event: AgentEvent,
): "session" | "said" | "tool" | "person" | "account" | "runtime" | "raw" {
  switch (event.kind) {
    case "sessionStarted":
    case "turnStarted":
    case "turnCompleted":
    case "runFinished":
    case "error":
    case "compaction":
      return "session";
    case "userMessage":
    case "assistantText":
    case "thinking":
    case "planUpdated":
      return "said";
    case "toolCallStarted":
    case "toolCallInputDelta":
    case "toolCallCompleted":
    case "toolOutputDelta":
    case "toolResult":
    case "fileChange":
      return "tool";
    case "approvalRequested":
    case "approvalResolved":
    case "questionAsked":
    case "questionAnswered":
      return "person";
    case "usage":
    case "rateLimit":
      return "account";
    case "setupStarted":
    case "setupLog":
    case "setupFinished":
    case "sandboxPrepared":
    case "sandboxRefusal":
    case "statusChanged":
    case "dispositionChanged":
    case "integration":
    case "diffstat":
      return "runtime";
    case "raw":
      return "raw";
    default:
      return event satisfies never;
  }
}

/** And one that forgets a kind does not compile. */
export function forgetful(event: AgentEvent): void {
  switch (event.kind) {
    case "raw":
      return;
    default:
      // @ts-expect-error every other kind is still possible here
      event satisfies never;
  }
}

holds<Equal<EventOf<"toolResult">["toolCallId"], ToolCallId>>();
holds<Equal<EventOf<"toolResult">["kind"], "toolResult">>();
holds<Equal<EventOf<EventKind>, AgentEvent>>();
holds<Equal<EventBody["kind"], EventKind>>();
holds<Equal<keyof EventBodyOf<"setupStarted">, "kind" | "script">>();

declare const text: string;
declare const turnId: TurnId;
// @ts-expect-error a string is no id before it has been parsed as one
export const fromText: SessionId = text;
// @ts-expect-error an id of one thing is not an id of another
export const fromTurn: SessionId = turnId;
