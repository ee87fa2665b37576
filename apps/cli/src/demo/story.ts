import { Answers, type PlanEntry, type Question } from "@nucleic/protocol";
import type { ModelRequest, ScriptedStep } from "@nucleic/protocol/testing";
import { demoFile, demoSource, greetingLine, tones } from "./files.ts";
import type { Story } from "./model.ts";

const question: Question = {
  id: "tone",
  header: "Tone",
  text: "How should the program greet people?",
  options: Object.entries(tones).map(([label, { about }]) => ({ label, description: about })),
  multiSelect: false,
  freeText: true,
};

/**
 * One turn of the demo agent, whatever the task: it reads a small program, asks how that should greet, changes it and
 * runs it. No model is behind it; the reading, the change and the run are real.
 */
export function* demoStory(task: string): Story {
  const [read] = yield [
    { think: `The task is "${task.trim()}". I look at the file before I touch it.` },
    plan(0),
    { call: "Read", input: { path: demoFile } },
  ];
  const line = read?.isError ? undefined : greetingLine.exec(textOf(read))?.[0];
  const found = line ? `\`${demoFile}\` greets, but curtly.` : `There is no \`${demoFile}\` here yet.`;
  const [answer] = yield [
    {
      say: `I am a demo agent with no model behind me, so I do the same small thing for every task. ${found}`,
    },
    { call: "AskUser", input: { questions: [question] } },
  ];
  const tone = chosen(answer) ?? "Friendly";
  const newText = `const greeting = ${JSON.stringify(tones[tone]?.greeting ?? tone)};`;
  const [change] = yield [plan(1), line ? edit(line, newText) : create(newText)];
  if (change?.isError) return [{ say: "The change was not allowed, so I left everything as it was." }];

  const [ran] = yield [plan(2), { call: "Bash", input: { command: `node ${demoFile} Ada` } }];
  if (ran?.isError && ran.exitCode === undefined)
    return [plan(3), { say: `I changed \`${demoFile}\`, but was not allowed to run it.` }];
  const verdict = ran?.isError
    ? "but it fails. The output above says why."
    : `and it says: ${textOf(ran).trim()}`;
  return [plan(3), { say: `I changed \`${demoFile}\`, ${verdict}` }];
}

type Result = ModelRequest["results"][number];

const edit = (oldText: string, newText: string): ScriptedStep => ({
  call: "Edit",
  input: { path: demoFile, oldText, newText },
});

const create = (line: string): ScriptedStep => ({
  call: "Write",
  input: { path: demoFile, content: demoSource.replace(greetingLine, () => line) },
});

const steps = ["Read the program", "Change the greeting", "Run it"];

function plan(done: number): ScriptedStep {
  const status = (index: number): PlanEntry["status"] =>
    index < done ? "completed" : index === done ? "inProgress" : "pending";
  return { plan: steps.map((text, index) => ({ text, status: status(index) })) };
}

function textOf(result: Result | undefined): string {
  return result?.content.map((block) => (block.kind === "text" ? block.text : "")).join("") ?? "";
}

/** What a person chose; `undefined` where nobody answered. */
function chosen(result: Result | undefined): string | undefined {
  if (result === undefined || result.isError) return undefined;
  return Answers.parse(JSON.parse(textOf(result)))[question.id]?.[0];
}
