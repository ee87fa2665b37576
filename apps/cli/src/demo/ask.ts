import { askQuestions, type Question } from "@nucleic/protocol/core";
import type { Stream, Toolbox } from "./toolbox.ts";

/** Asks a question. `undefined` where nobody answered. */
export async function* ask(box: Toolbox, question: Question): Stream<string | undefined> {
  const questionId = box.ids.question();
  const questions = [question];
  yield box.emit.event({ kind: "questionAsked", questionId, questions });
  const request = { id: questionId, sessionId: box.sessionId, questions, createdAt: box.clock.now() };
  const reply = await askQuestions(box.hooks, request, box.signal);
  const answers = reply.kind === "answered" ? { answers: reply.answers } : {};
  yield box.emit.event({ kind: "questionAnswered", questionId, ...answers, answeredBy: reply.by });
  box.signal.throwIfAborted();
  return reply.kind === "answered" ? reply.answers[question.id]?.[0] : undefined;
}
