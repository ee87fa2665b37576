import type { Answers, Question } from "@nucleic/protocol";
import { dropLast } from "./approval-keys.ts";
import type { Key } from "./keys.ts";

/** How far a person has come with the questions an agent asked together. */
export interface QuestionMode {
  readonly kind: "choose" | "text";
  /** Which question is up. */
  readonly index: number;
  /** The marked choice; one past the last option is "something else". */
  readonly cursor: number;
  readonly chosen: readonly number[];
  /** What is being typed, where a free answer is given. */
  readonly text: string;
  readonly answers: Answers;
}

/** What a key does. */
export type QuestionStep =
  | { readonly kind: "mode"; readonly mode: QuestionMode }
  | { readonly kind: "answer"; readonly answers: Answers }
  | { readonly kind: "decline" };

/** Where the questions begin. */
export function firstQuestion(questions: readonly Question[]): QuestionMode {
  return begin(questions, 0, {});
}

/** What one key does. The last answer completes the set; Escape declines all of it. */
export function questionKey(mode: QuestionMode, key: Key, questions: readonly Question[]): QuestionStep {
  const question = questions[mode.index];
  if (!question) return { kind: "answer", answers: mode.answers };
  return mode.kind === "choose"
    ? choiceKey(mode, key, question, questions)
    : textKey(mode, key, question, questions);
}

/** The number of choices that can be marked, "something else" included. */
export function choiceCount(question: Question): number {
  return question.options.length + (question.freeText ? 1 : 0);
}

function begin(questions: readonly Question[], index: number, answers: Answers): QuestionMode {
  const kind = questions[index]?.options.length === 0 ? "text" : "choose";
  return { kind, index, cursor: 0, chosen: [], text: "", answers };
}

function choiceKey(
  mode: QuestionMode,
  key: Key,
  question: Question,
  questions: readonly Question[],
): QuestionStep {
  const count = choiceCount(question);
  const to = (cursor: number): QuestionStep => ({ kind: "mode", mode: { ...mode, cursor } });
  if (key.kind === "up") return to((mode.cursor + count - 1) % count);
  if (key.kind === "down") return to((mode.cursor + 1) % count);
  if (key.kind === "escape") return { kind: "decline" };
  if (key.kind === "enter") return confirm(mode, question, questions);
  if (key.kind !== "char") return { kind: "mode", mode };
  if (key.char === " " && question.multiSelect) return toggle(mode, mode.cursor, question);
  const number = /^[1-9]$/.test(key.char) ? Number(key.char) - 1 : -1;
  if (number < 0 || number >= count) return { kind: "mode", mode };
  if (question.multiSelect) return toggle({ ...mode, cursor: number }, number, question);
  return confirm({ ...mode, cursor: number }, question, questions);
}

function toggle(mode: QuestionMode, option: number, question: Question): QuestionStep {
  if (option === question.options.length) return { kind: "mode", mode: { ...mode, kind: "text" } };
  const chosen = mode.chosen.includes(option)
    ? mode.chosen.filter((one) => one !== option)
    : [...mode.chosen, option].sort((a, b) => a - b);
  return { kind: "mode", mode: { ...mode, chosen } };
}

function confirm(mode: QuestionMode, question: Question, questions: readonly Question[]): QuestionStep {
  if (mode.cursor === question.options.length && question.freeText)
    return { kind: "mode", mode: { ...mode, kind: "text" } };
  const picked = question.multiSelect && mode.chosen.length > 0 ? mode.chosen : [mode.cursor];
  return answered(mode, question, labels(question, picked), questions);
}

function textKey(
  mode: QuestionMode,
  key: Key,
  question: Question,
  questions: readonly Question[],
): QuestionStep {
  const { text } = mode;
  if (key.kind === "char") return { kind: "mode", mode: { ...mode, text: text + key.char } };
  if (key.kind === "backspace") return { kind: "mode", mode: { ...mode, text: dropLast(text) } };
  if (key.kind === "escape")
    return question.options.length > 0
      ? { kind: "mode", mode: { ...mode, kind: "choose" } }
      : { kind: "decline" };
  if (key.kind !== "enter" || text.trim() === "") return { kind: "mode", mode };
  const picked = question.multiSelect ? labels(question, mode.chosen) : [];
  return answered(mode, question, [...picked, text.trim()], questions);
}

function labels(question: Question, picked: readonly number[]): string[] {
  return picked.flatMap((index) => question.options[index]?.label ?? []);
}

function answered(
  mode: QuestionMode,
  question: Question,
  values: string[],
  questions: readonly Question[],
): QuestionStep {
  const answers = { ...mode.answers, [question.id]: values };
  if (mode.index + 1 >= questions.length) return { kind: "answer", answers };
  return { kind: "mode", mode: begin(questions, mode.index + 1, answers) };
}
