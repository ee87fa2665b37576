import type { AgentInput } from "@nucleic/protocol";
import type { ModelRequest } from "@nucleic/protocol/testing";
import { expect, test } from "vitest";
import { demoModel } from "./model.ts";

const request = (input: AgentInput, step: number, more: Partial<ModelRequest> = {}): ModelRequest => ({
  input,
  step,
  results: [],
  history: [],
  model: undefined,
  mode: undefined,
  ...more,
});
const said = (reply: ReturnType<ReturnType<typeof demoModel>>) =>
  reply.flatMap((step) => ("say" in step ? [step.say] : []));

const model = demoModel(function* (task) {
  const results = yield [{ say: `Once: ${task}` }];
  return [{ say: `And then ${results.length}.` }];
});

test("two sessions are told their stories side by side", () => {
  const [one, other] = [
    { text: "one", context: [] },
    { text: "other", context: [] },
  ];
  expect(said(model(request(one, 0)))).toEqual(["Once: one"]);
  expect(said(model(request(other, 0)))).toEqual(["Once: other"]);
  expect(said(model(request(one, 1)))).toEqual(["And then 0."]);
  expect(said(model(request(other, 1)))).toEqual(["And then 0."]);
});

test("a word that comes after the end is answered", () => {
  const input = { text: "one", context: [] };
  for (const step of [0, 1]) model(request(input, step));
  const history = [
    { role: "user", text: "Be kind.\n" },
    { role: "assistant", text: "And then 0." },
  ] as const;
  expect(said(model(request(input, 2, { history }))).join()).toContain('I heard "Be kind."');
});
