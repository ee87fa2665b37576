import type { AgentHooks } from "../../../backend.ts";
import { QuestionRequest } from "../../../question.ts";
import type { Reply } from "../../scenario.ts";
import { person } from "../hooks.ts";
import type { Applies, ContractCase } from "../suite.ts";

const asksQuestions: Applies = (suite) => suite.asksQuestions !== false;

const asking: readonly Reply[] = [
  [
    {
      call: "AskUser",
      input: {
        questions: [
          {
            id: "colour",
            text: "Which colour?",
            header: "Colour",
            options: [
              { label: "Crimson", description: "a red" },
              { label: "Teal", description: "a green" },
            ],
            multiSelect: false,
            freeText: true,
          },
        ],
      },
    },
  ],
  [{ say: "Thank you." }],
];

const unanswered: readonly { readonly name: string; readonly hooks: AgentHooks }[] = [
  {
    name: "a person declines",
    hooks: { askUser: async () => ({ kind: "declined", by: person }) },
  },
  { name: "there is no hook", hooks: {} },
  { name: "the hook rejects", hooks: { askUser: () => Promise.reject(new Error("hook failed")) } },
  {
    name: "nobody gave the answer",
    hooks: {
      askUser: async ({ questions }) => ({
        kind: "answered",
        answers: { [questions[0]?.id ?? ""]: ["Teal"] },
        by: { by: "expired" },
      }),
    },
  },
];

/** Asking a person. */
export const questionCases: readonly ContractCase[] = [
  {
    name: "asks a question and hands the answer to the model",
    applies: asksQuestions,
    replies: asking,
    async play(stage) {
      const requests: QuestionRequest[] = [];
      const run = await stage.start({
        async askUser(request) {
          requests.push(request);
          return { kind: "answered", answers: { [request.questions[0]?.id ?? ""]: ["Teal"] }, by: person };
        },
      });
      stage.expect(await run.turn("Paint it.")).toMatchObject({ outcome: "completed" });
      stage.expect(requests.length).toBe(1);
      stage.expect(QuestionRequest.safeParse(requests[0]).error).toBe(undefined);
      stage.expect(requests[0]?.questions[0]).toMatchObject({ text: "Which colour?", multiSelect: false });
      stage.expect(requests[0]?.questions[0]?.options.map(({ label }) => label)).toEqual(["Crimson", "Teal"]);
      stage.expect(run.all("questionAsked")[0]?.questionId).toBe(requests[0]?.id);
      stage.expect(Object.values(run.all("questionAnswered")[0]?.answers ?? {})).toEqual([["Teal"]]);
      stage.expect(run.all("questionAnswered")[0]?.answeredBy).toEqual(person);
      stage.expect(JSON.stringify(run.all("toolResult")[0]?.content)).toContain("Teal");
    },
  },
  ...unanswered.map(
    ({ name, hooks }): ContractCase => ({
      name: `goes on without an answer where ${name}`,
      applies: asksQuestions,
      replies: asking,
      async play(stage) {
        const run = await stage.start(hooks);
        stage.expect(await run.turn("Paint it.")).toMatchObject({ outcome: "completed" });
        stage.expect(run.all("questionAnswered").length).toBe(1);
        stage.expect(run.all("questionAnswered")[0]?.answers).toBe(undefined);
        stage.expect(run.said).toBe("Thank you.");
      },
    }),
  ),
];
