import type { AgentEvent, EventOf } from "@nucleic/protocol";
import type { Verdict } from "./oracle.ts";
import type { Testimony } from "./testimony.ts";

/** Each approval has one end; what was allowed was allowed by somebody, and what the agent did was allowed before. */
export function judgeApprovals(
  testimony: Testimony,
  transcripts: ReadonlyMap<string, readonly AgentEvent[]>,
  verdict: Verdict,
): void {
  const { faults } = verdict;
  const intended = Map.groupBy(testimony.of("answering"), ({ id }) => id);
  const answered = new Map(testimony.of("answered").map((ack) => [ack.id, ack.decision]));
  const allowedTags = new Set<unknown>();
  for (const [s, events] of transcripts) {
    const ends = Map.groupBy(ofKind(events, "approvalResolved"), ({ approvalId }) => approvalId);
    for (const { request } of ofKind(events, "approvalRequested")) {
      verdict.approvals++;
      const [end, ...others] = ends.get(request.id) ?? [];
      if (end === undefined || others.length > 0) {
        faults.push(`approval ${request.id} of ${s} has ${others.length + (end ? 1 : 0)} ends`);
        continue;
      }
      const { decision, decidedBy } = end;
      const isYes = decision.kind === "allow" || decision.kind === "allowAlways";
      if (isYes) allowedTags.add(request.input.tag);
      const wanted = intended.get(request.id)?.map((ack) => ack.decision) ?? [];
      if (isYes && decidedBy.by === "person" && !wanted.includes(decision.kind))
        faults.push(`approval ${request.id}: ${decision.kind}, which nobody said`);
      if (isYes && decidedBy.by !== "person" && decidedBy.by !== "rule")
        faults.push(`approval ${request.id}: ${decision.kind} by ${decidedBy.by}`);
      const told = answered.get(request.id);
      if (told !== undefined && told !== decision.kind)
        faults.push(`approval ${request.id}: ${told} was acknowledged, and it is ${decision.kind}`);
      answered.delete(request.id);
    }
    for (const { s: of, id } of testimony.of("questionAnswered"))
      if (of === s && !ofKind(events, "questionAnswered").some((event) => event.questionId === id))
        faults.push(`question ${id} of ${s} was answered, and is not`);
  }
  const known = testimony.sessions;
  for (const { s, id } of testimony.of("answered"))
    if (answered.has(id) && known.has(s)) faults.push(`approval ${id} of ${s} was answered, and is lost`);
  const deleted = testimony.of("deleting").length > 0;
  for (const { tag } of testimony.of("performed"))
    if (!allowedTags.has(tag) && !deleted) faults.push(`${tag} was done, and nothing on disk allows it`);
}

function ofKind<K extends AgentEvent["kind"]>(events: readonly AgentEvent[], kind: K): readonly EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind);
}
