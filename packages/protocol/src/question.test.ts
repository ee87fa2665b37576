import { describe, expect, test } from "vitest";
import { Question, QuestionReply } from "./question.ts";

const question = {
  id: "q",
  text: "Which?",
  options: [{ label: "This" }],
  multiSelect: false,
  freeText: true,
};

test("a question may have no options at all", () => {
  expect(Question.parse({ ...question, options: [] })).toEqual({ ...question, options: [] });
});

test.each(["id", "text", "options", "multiSelect", "freeText"])("a question needs its %s", (field) => {
  expect(Question.safeParse({ ...question, [field]: undefined }).success).toBe(false);
});

describe("a reply", () => {
  const by = { by: "person" };
  test.each<[unknown, boolean]>([
    [{ kind: "answered", answers: { q: ["This"] }, by }, true],
    [{ kind: "answered", answers: { q: [] }, by }, true],
    [{ kind: "answered", answers: { q: "This" }, by }, false],
    [{ kind: "answered", by }, false],
    [{ kind: "answered", answers: {} }, false],
    [{ kind: "declined", by }, true],
    [{ kind: "declined", message: "Later.", by: { by: "expired" } }, true],
    [{ kind: "declined" }, false],
  ])("%o: %s", (reply, fits) => {
    expect(QuestionReply.safeParse(reply).success).toBe(fits);
  });
});
