import type { Question, QuestionReply } from "@nucleic/protocol";
import type { Stream, Toolbox } from "./toolbox.ts";

/** Asks a question. `undefined` where nobody answered. */
export async function* ask(box: Toolbox, question: Question): Stream<string | undefined> {
  const questionId = box.ids.question();
  const questions = [question];
  yield box.emit.event({ kind: "questionAsked", questionId, questions });
  const request = { id: questionId, sessionId: box.sessionId, questions, createdAt: box.clock.now() };
  const reply = await (box.hooks.askUser?.(request, box.signal) ?? nobody).catch(
    (): QuestionReply => declined(box),
  );
  const answers = reply.kind === "answered" ? { answers: reply.answers } : {};
  yield box.emit.event({ kind: "questionAnswered", questionId, ...answers, answeredBy: reply.by });
  box.signal.throwIfAborted();
  return reply.kind === "answered" ? reply.answers[question.id]?.[0] : undefined;
}

const nobody: Promise<QuestionReply> = Promise.resolve({ kind: "declined", by: { by: "noAnswerer" } });

function declined(box: Toolbox): QuestionReply {
  return { kind: "declined", by: { by: box.signal.aborted ? "withdrawn" : "noAnswerer" } };
}
