import { ruleChoices } from "@nucleic/policy";
import type {
  AgentEvent,
  Answers,
  ApprovalId,
  ApprovalRequest,
  Decision,
  EventOf,
  QuestionId,
} from "@nucleic/protocol";
import { insideOf } from "@nucleic/runtime";
import { approvalKey, type CardMode, choosing } from "../input/approval-keys.ts";
import type { Key } from "../input/keys.ts";
import { firstQuestion, type QuestionMode, questionKey } from "../input/question-keys.ts";
import { approvalBody } from "./approval-body.ts";
import { approvalCard } from "./approval-card.ts";
import { type LiveInput, liveLines } from "./live.ts";
import { questionCard } from "./question-card.ts";
import type { Frame } from "./style.ts";
import { emptyTranscript, print, step, type Transcript } from "./transcript.ts";

type Card =
  | { readonly kind: "approval"; readonly request: ApprovalRequest; readonly mode: CardMode }
  | { readonly kind: "question"; readonly event: EventOf<"questionAsked">; readonly mode: QuestionMode };

/** A session on a terminal: what is printed, and what waits for a person, oldest first. */
export interface SessionView {
  readonly transcript: Transcript;
  readonly cards: readonly Card[];
}

export const emptyView: SessionView = { transcript: emptyTranscript, cards: [] };

/** What a person's key asks the session to do. */
export type Answer =
  | { readonly kind: "decide"; readonly approvalId: ApprovalId; readonly decision: Decision }
  | { readonly kind: "answer"; readonly questionId: QuestionId; readonly answers: Answers }
  | { readonly kind: "decline"; readonly questionId: QuestionId };

/** What one event or key does to the view. */
export interface ViewStep {
  readonly view: SessionView;
  readonly lines: readonly string[];
  readonly answer?: Answer;
}

/** Takes in an event. Cards come with what is asked, and go with what became of it, whoever answered. */
export function viewEvent(view: SessionView, event: AgentEvent, frame: Frame): ViewStep {
  const { state, lines } = step(view.transcript, event, frame);
  return { view: { transcript: state, cards: nextCards(view.cards, event) }, lines };
}

function nextCards(cards: readonly Card[], event: AgentEvent): readonly Card[] {
  switch (event.kind) {
    case "approvalRequested":
      if (event.auto) return cards;
      return [...cards, { kind: "approval", request: event.request, mode: choosing }];
    case "questionAsked":
      return [...cards, { kind: "question", event, mode: firstQuestion(event.questions) }];
    case "approvalResolved":
      return cards.filter((card) => cardId(card) !== event.approvalId);
    case "questionAnswered":
      return cards.filter((card) => cardId(card) !== event.questionId);
    case "runFinished":
      return [];
    default:
      return cards;
  }
}

function cardId(card: Card): string {
  return card.kind === "approval" ? card.request.id : card.event.questionId;
}

/**
 * Takes in what a terminal sent at once. A card that wants one key takes only a single one: text that was pasted, or
 * typed before the card was seen, never answers it.
 */
export function viewKeys(view: SessionView, keys: readonly Key[], frame: Frame): ViewStep {
  const card = view.cards[0];
  if (!card) return { view, lines: [] };
  const typing = card.mode.kind === "message" || card.mode.kind === "text";
  if (!typing && keys.length !== 1) return { view, lines: [] };
  let current: ViewStep = { view, lines: [] };
  for (const key of keys) {
    current = viewKey(current.view, key, frame);
    if (current.answer) break;
  }
  return current;
}

function viewKey(view: SessionView, key: Key, frame: Frame): ViewStep {
  const [card, ...rest] = view.cards;
  if (!card) return { view, lines: [] };
  if (card.kind === "question") {
    const next = questionKey(card.mode, key, card.event.questions);
    if (next.kind === "mode")
      return { view: { ...view, cards: [{ ...card, mode: next.mode }, ...rest] }, lines: [] };
    const { questionId } = card.event;
    const answer: Answer =
      next.kind === "answer"
        ? { kind: "answer", questionId, answers: next.answers }
        : { kind: "decline", questionId };
    return { view: { ...view, cards: rest }, lines: [], answer };
  }
  const next = approvalKey(card.mode, key, card.request, () =>
    ruleChoices(card.request, { folder: view.transcript.cwd ?? card.request.cwd, insideOf }),
  );
  if (next.kind === "mode")
    return { view: { ...view, cards: [{ ...card, mode: next.mode }, ...rest] }, lines: [] };
  if (next.kind === "printBody") {
    const { state, lines } = print(view.transcript, "body", approvalBody(card.request, frame));
    return { view: { ...view, transcript: state }, lines };
  }
  const answer: Answer = { kind: "decide", approvalId: card.request.id, decision: next.decision };
  return { view: { ...view, cards: rest }, lines: [], answer };
}

/** The rows below what is printed: the card that is up, else what runs. */
export function viewLive(view: SessionView, input: LiveInput, frame: Frame): string[] {
  const card = view.cards[0];
  if (!card) return liveLines(view.transcript, input, frame);
  if (card.kind === "question") return questionCard(card.event.questions, card.mode, frame);
  const queued = view.cards.length - 1;
  return approvalCard(card.request, { mode: card.mode, maxRows: input.maxRows, queued }, frame);
}
