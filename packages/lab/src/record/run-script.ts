import type { FixtureEntry } from "./fixture.ts";
import type { Act } from "./recording.ts";
import { type ScriptRun, Sitting } from "./sitting.ts";

/** Runs a CLI through the script to its end, and answers every line that went over its pipes, and its exits. */
export async function runScript(script: readonly Act[], run: ScriptRun): Promise<FixtureEntry[]> {
  const entries: FixtureEntry[] = [];
  await using sittings = new AsyncDisposableStack();
  const sit = async (way?: "replayed" | "silent"): Promise<Sitting> => {
    const next = sittings.use(new Sitting(run, entries));
    await next.begin(way);
    return next;
  };
  if (run.dialogue.processPerTurn) await runTurns(script, sit);
  else await runConversation(script, sit);
  return entries;
}

type Sit = (way?: "replayed" | "silent") => Promise<Sitting>;

async function runConversation(script: readonly Act[], sit: Sit): Promise<void> {
  let sitting = await sit();
  for (const act of script)
    if ("restart" in act) {
      await sitting.leave();
      sitting = await sit(act.restart);
    } else await sitting.perform(act);
  await sitting.leave();
}

type PassedOver = Extract<
  Act,
  | { answer: unknown }
  | { answerRest: unknown }
  | { untilAsked: unknown }
  | { untilText: unknown }
  | { restart: unknown }
>;

// It never asks, says a text only when it is whole, and is another process each time.
const isPassedOver = (act: Act): act is PassedOver =>
  ["answer", "answerRest", "untilAsked", "untilText", "restart"].some((name) => name in act);

/** A process for each thing that is said, whose end is the end of the turn. */
async function runTurns(script: readonly Act[], sit: Sit): Promise<void> {
  let sitting: Sitting | undefined;
  for (const act of script) {
    if (isPassedOver(act)) continue;
    if ("user" in act) {
      await sitting?.leave();
      sitting = await sit();
      await sitting.perform(act);
      await sitting.endInput();
    } else if ("untilTurnEnd" in act) await sitting?.leave();
    else await sitting?.perform(act);
  }
  await sitting?.leave();
}
