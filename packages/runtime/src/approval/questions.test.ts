import {
  AskEnded,
  type EventBodyOf,
  type QuestionId,
  type QuestionRequest,
  type SessionId,
} from "@nucleic/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { testClock } from "../../test/test-clock.ts";
import type { ApprovalMode } from "./mode.ts";
import { QuestionCoordinator } from "./questions.ts";

const id = "q" as QuestionId;
const person = { by: "person" as const };
const never = new AbortController().signal;
const question = (more: Partial<QuestionRequest> = {}): QuestionRequest => ({
  id,
  sessionId: "s" as SessionId,
  questions: [],
  createdAt: 1,
  ...more,
});

function coordinator(mode: ApprovalMode = "ask", disk: () => Promise<void> = async () => undefined) {
  const clock = testClock();
  const written: (EventBodyOf<"questionAsked"> | EventBodyOf<"questionAnswered">)[] = [];
  const questions = new QuestionCoordinator({
    clock,
    mode,
    async record(event) {
      written.push(event);
      await disk();
    },
  });
  return {
    questions,
    clock,
    written,
    answered: () => written.filter((event) => event.kind === "questionAnswered"),
  };
}

describe("a question", () => {
  it("that is out of time already is written before its end", () => {
    const { questions, clock, written } = coordinator();
    questions.asked(question({ expiresAt: clock.now() }));
    expect(written.map((event) => event.kind)).toEqual(["questionAsked", "questionAnswered"]);
  });

  it("has one answer, whoever races, on disk before the agent hears of it", async () => {
    const answers = fc.array(fc.option(fc.constantFrom("a", "b")), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(answers, fc.scheduler(), async (given, s) => {
        const { questions, answered } = coordinator("ask", () => s.schedule(Promise.resolve()));
        questions.asked(question());
        const heard = questions.ask(question(), never);
        const outcomes = given.map(async (text) => {
          await s.schedule(Promise.resolve());
          return questions.answer(id, text === null ? undefined : { x: [text] }, person);
        });
        await s.waitAll();
        const results = await Promise.all(outcomes);
        expect(results.filter((result) => result.outcome === "accepted")).toHaveLength(1);
        expect(answered()).toHaveLength(1);
        const reply = await heard;
        for (const result of results) expect(result).toMatchObject({ reply });
      }),
    );
  });

  it("is declined where nobody answers in time, and says so", async () => {
    const { questions, clock } = coordinator();
    const asked = question({ expiresAt: clock.now() + 5_000 });
    questions.asked(asked);
    const reply = questions.ask(asked, never);
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(5_000);
    expect(await reply).toEqual({ kind: "declined", by: { by: "expired" } });
  });

  it.each<[string, ApprovalMode, string]>([
    ["nobody is to be asked", "deny", "noAnswerer"],
    ["a policy leaves nobody to ask", { decide: () => undefined, otherwise: "deny" }, "noAnswerer"],
  ])("is declined where %s", async (_what, mode, by) => {
    const { questions } = coordinator(mode);
    questions.asked(question());
    expect(await questions.ask(question(), never)).toEqual({ kind: "declined", by: { by } });
  });

  it("is declined when the agent no longer waits, when the run ends, and when it comes after", async () => {
    const { questions, answered } = coordinator();
    questions.asked(question());
    const gone = new AbortController();
    const reply = questions.ask(question(), gone.signal);
    await new Promise((resolve) => setImmediate(resolve));
    gone.abort(new AskEnded("withdrawn"));
    expect(await reply).toMatchObject({ kind: "declined", by: { by: "withdrawn" } });
    questions.asked(question({ id: "r" as QuestionId }));
    questions.end();
    questions.asked(question({ id: "s" as QuestionId }));
    expect(answered().map((event) => event.answeredBy.by)).toEqual(["withdrawn", "abandoned", "abandoned"]);
    expect(await questions.answer("s" as QuestionId, { x: ["late"] }, person)).toMatchObject({
      outcome: "alreadyResolved",
      reply: { kind: "declined" },
    });
  });
});
