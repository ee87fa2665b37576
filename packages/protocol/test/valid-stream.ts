import fc from "fast-check";
import * as draft from "./drafts.ts";

/** What happens in order on its own account; several of these run side by side. */
const strand = (id: string): fc.Arbitrary<draft.Draft[]> => fc.oneof(message(id), call(id), question(id));

const message = (messageId: string): fc.Arbitrary<draft.Draft[]> =>
  fc
    .tuple(fc.array(fc.string()), fc.constantFrom("assistantText", "thinking"))
    .map(([chunks, kind]) => [
      ...chunks.map((text) => ({ kind, messageId, text, isPartial: true })),
      { kind, messageId, text: chunks.join(""), isPartial: false },
    ]);

const call = (id: string): fc.Arbitrary<draft.Draft[]> =>
  fc
    .tuple(fc.boolean(), fc.boolean())
    .map(([hasInput, asks]) => [
      draft.started(id),
      ...(hasInput ? [draft.input(id)] : []),
      ...(asks ? [draft.asked(id), draft.resolved(id)] : []),
      draft.result(id),
    ]);

const question = (id: string): fc.Arbitrary<draft.Draft[]> =>
  fc.constant([draft.question(id), draft.answer(id)]);

/** Deals the strands out one event at a time, in the order that the picks say. */
function interleaved(strands: readonly draft.Draft[][], picks: readonly number[]): draft.Draft[] {
  const dealt: draft.Draft[] = [];
  let left = strands;
  for (let step = 0; left.length > 0; step++) {
    const next = left[(picks[step % picks.length] ?? 0) % left.length]?.[0];
    if (next) dealt.push(next);
    left = left.map((each) => (each[0] === next ? each.slice(1) : each)).filter((each) => each.length > 0);
  }
  return dealt;
}

const turn = (id: string): fc.Arbitrary<draft.Draft[]> =>
  fc
    .tuple(
      fc.tuple(strand(`${id}-1`), strand(`${id}-2`), strand(`${id}-3`)),
      fc.array(fc.nat(), { minLength: 1 }),
    )
    .map(([strands, picks]) => [draft.turn(id), ...interleaved(strands, picks), draft.turnOver(id)]);

/** A run of two turns in which messages, calls with their approvals, and questions run side by side. */
export const validStream: fc.Arbitrary<draft.Draft[]> = fc
  .tuple(turn("turn-1"), turn("turn-2"))
  .map((turns) => [draft.takenUp, ...turns.flat(), draft.runOver]);
