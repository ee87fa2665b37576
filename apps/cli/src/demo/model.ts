import type { AgentInput } from "@nucleic/protocol";
import type { Model, ModelRequest, ScriptedStep } from "@nucleic/protocol/testing";
import { demoStory } from "./story.ts";

/** What a turn of a story says and calls, reply by reply; each is given what the calls of the one before came to. */
export type Story = Generator<Reply, Reply, ModelRequest["results"]>;

/** One reply. Calls in it are made side by side. */
export type Reply = readonly ScriptedStep[];

// No tokens are read and none written.
const unpaid: ScriptedStep = { usage: { inputTokens: 0, outputTokens: 0 } };

/** Tells the story once in every turn. A word that comes after its end gets an answer too. */
export function demoModel(tell: (task: string) => Story = demoStory): Model {
  const turns = new WeakMap<AgentInput, Story>();
  return ({ input, step, results, history }) => {
    const story = turns.get(input) ?? tell(input.text);
    if (step === 0) turns.set(input, story);
    const { value } = step === 0 ? story.next() : story.next(results);
    return [...(value ?? afterwards(history)), unpaid];
  };
}

function afterwards(history: ModelRequest["history"]): Reply {
  const heard = history.findLast(({ role }) => role === "user")?.text ?? "";
  return [{ say: `I heard "${heard.trim()}", but the one thing that I can do is done.` }];
}
