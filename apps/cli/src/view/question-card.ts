import type { Question } from "@nucleic/protocol";
import type { QuestionMode } from "../input/question-keys.ts";
import { safeLine } from "./sanitize.ts";
import type { Frame } from "./style.ts";
import { truncate, wrapText } from "./wrap.ts";

/** The question that is up, its numbered choices, and the keys. */
export function questionCard(questions: readonly Question[], mode: QuestionMode, frame: Frame): string[] {
  const { style } = frame;
  const question = questions[mode.index];
  if (!question) return [];
  const inner = { ...frame, width: Math.max(1, frame.width - 2) };
  const place = questions.length > 1 ? `(${mode.index + 1}/${questions.length}) ` : "";
  const header = question.header ? `${safeLine(question.header)}: ` : "";
  const head = wrapText(safeLine(place + header + question.text), inner.width).map((row) => style.bold(row));
  const body = mode.kind === "choose" ? choices(question, mode, inner) : typed(question, mode.text, inner);
  const keys = style.dim(truncate(keyHint(question, mode), inner.width));
  return [...head, ...body, keys].map((row) => `${style.cyan("┃")} ${row}`.trimEnd());
}

function choices(question: Question, mode: QuestionMode, frame: Frame): string[] {
  const { style, width } = frame;
  const entries = question.options.map((option, index) => {
    const about = option.description ? ` (${option.description})` : "";
    const box = question.multiSelect ? (mode.chosen.includes(index) ? "[x] " : "[ ] ") : "";
    return safeLine(`${box}${option.label}${about}`);
  });
  if (question.freeText) entries.push("something else …");
  return entries.flatMap((entry, index) => {
    const marked = index === mode.cursor;
    const rows = wrapText(`${index + 1}. ${entry}`, Math.max(1, width - 2));
    return rows.map((row, i) => {
      const line = `${marked && i === 0 ? "›" : " "} ${row}`;
      return marked ? style.cyan(line) : line;
    });
  });
}

function typed(question: Question, text: string, frame: Frame): string[] {
  const shown = question.secret ? "•".repeat([...text].length) : safeLine(text);
  return wrapText(`› ${shown}▏`, frame.width);
}

function keyHint(question: Question, mode: QuestionMode): string {
  const back = question.options.length > 0 ? "goes back" : "declines to answer";
  if (mode.kind === "text") return `enter answers · esc ${back}`;
  const pick = question.multiSelect ? "number or space marks · enter answers" : "number or enter answers";
  return `${pick} · ↑↓ move · esc declines to answer`;
}
