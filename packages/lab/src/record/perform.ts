import { access, watch } from "node:fs/promises";
import { join } from "node:path";
import type { ScriptedModel } from "../model/scripted-model.ts";
import type { Dialogue } from "./dialogue.ts";
import type { Notices } from "./notices.ts";
import type { Act, Answer } from "./recording.ts";

/** What the acts of a script act upon. */
export interface Scene {
  readonly dialogue: Dialogue;
  readonly model: ScriptedModel;
  readonly notices: Notices;
  readonly cwd: string;
  /** Writes to the CLI's stdin. */
  write(lines: readonly string[]): Promise<void>;
  send(signal: NodeJS.Signals): void;
  readonly signal: AbortSignal;
}

/** An act within one process of the CLI. */
export type SceneAct = Exclude<Act, { restart: unknown }>;

/** Does what the act says, or waits for what it waits for. */
export async function perform(act: SceneAct, scene: Scene): Promise<void> {
  const { dialogue, model, notices, signal } = scene;
  if ("user" in act) return scene.write(dialogue.user(act.user));
  if ("answer" in act) return scene.write((await notices.takeAsk(act.to)).reply(act.answer));
  if ("answerRest" in act) return answerRest(act.answerRest, scene);
  if ("untilAsked" in act) return notices.asked();
  if ("untilTurnEnd" in act) return notices.takeTurnEnd();
  if ("untilText" in act) return notices.written(act.untilText);
  if ("untilGate" in act) return model.gateReached(act.untilGate, signal);
  if ("untilFile" in act) return fileMade(scene.cwd, act.untilFile, signal);
  if ("openGate" in act) return model.openGate(act.openGate);
  if ("interrupt" in act) return interrupt(scene);
  if ("signal" in act) return scene.send(act.signal);
  return act satisfies never;
}

function answerRest(answer: Answer, { notices, write }: Scene): void {
  notices.answerRest((ask) => {
    // A CLI that ends meanwhile is told by whatever waits for it next.
    write(ask.reply(answer)).catch((error: unknown) => notices.end(error));
  });
}

async function interrupt({ dialogue, write, send }: Scene): Promise<void> {
  const way = dialogue.interrupt();
  if ("signal" in way) return send(way.signal);
  await write(way);
}

async function fileMade(folder: string, name: string, signal: AbortSignal): Promise<void> {
  const seen = new AbortController();
  // Watching begins before the first look, so that a file made in between is not missed.
  const changes = watch(folder, { signal: AbortSignal.any([seen.signal, signal]) })[Symbol.asyncIterator]();
  let change = changes.next();
  try {
    while (!(await exists(join(folder, name)))) {
      await change;
      change = changes.next();
    }
  } catch (error) {
    // The watcher ends with an error of its own; the reason is the signal's.
    signal.throwIfAborted();
    throw error;
  } finally {
    seen.abort();
    await change.catch(() => undefined);
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
