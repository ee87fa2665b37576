import { type AgentEvent, isEventKind } from "@nucleic/protocol/core";
import type { SessionEvent, SessionNews } from "./following.ts";

/** The events of what was followed, records and deltas, without those of kinds that this version does not know. */
export function eventsOf(news: SessionNews): readonly AgentEvent[] {
  if (news.kind === "live") return [];
  return (news.kind === "partials" ? news.partials : news.records).filter(isKnown);
}

function isKnown(event: SessionEvent): event is AgentEvent {
  return isEventKind(event.kind);
}
