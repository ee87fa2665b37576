import type { PlanEntry, Question } from "@nucleic/protocol/core";
import { ask } from "./ask.ts";
import { demoFile, demoSource, greetingLine, tones } from "./files.ts";
import { say } from "./say.ts";
import type { Stream, Toolbox } from "./toolbox.ts";
import { create, edit, read, run } from "./tools.ts";

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
 * runs it. No model is behind it; the reading, the change and the run are real. Gives its last words.
 */
export async function* demoTurn(box: Toolbox, task: string): Stream<string> {
  yield* say(box, `The task is "${task.trim()}". I look at the file before I touch it.`, "thinking");
  yield* plan(box, 0);
  const source = yield* read(box, demoFile);
  const line = source && greetingLine.exec(source)?.[0];
  const found = line ? `\`${demoFile}\` greets, but curtly.` : `There is no \`${demoFile}\` here yet.`;
  yield* say(
    box,
    `I am a demo agent with no model behind me, so I do the same small thing for every task. ${found}`,
  );

  const tone = (yield* ask(box, question)) ?? "Friendly";
  yield* plan(box, 1);
  const newText = `const greeting = ${JSON.stringify(tones[tone]?.greeting ?? tone)};`;
  const change =
    source && line
      ? yield* edit(box, demoFile, source, { oldText: line, newText })
      : yield* create(
          box,
          demoFile,
          demoSource.replace(greetingLine, () => newText),
        );
  if (!change.allowed) return yield* last(box, "The change was not allowed, so I left everything as it was.");

  yield* plan(box, 2);
  const ran = yield* run(box, `node ${demoFile} Ada`);
  yield* plan(box, 3);
  if (!ran.allowed) return yield* last(box, `I changed \`${demoFile}\`, but was not allowed to run it.`);
  const verdict = ran.ok ? `and it says: ${ran.text.trim()}` : "but it fails. The output above says why.";
  return yield* last(box, `I changed \`${demoFile}\`, ${verdict}`);
}

async function* last(box: Toolbox, text: string): Stream<string> {
  yield* say(box, text);
  return text;
}

const steps = ["Read the program", "Change the greeting", "Run it"];

async function* plan(box: Toolbox, done: number): Stream<void> {
  const status = (index: number): PlanEntry["status"] =>
    index < done ? "completed" : index === done ? "inProgress" : "pending";
  const entries = steps.map((text, index) => ({ text, status: status(index) }));
  yield box.emit.event({ kind: "planUpdated", entries });
}
