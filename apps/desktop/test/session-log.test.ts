import { expect, test } from "vitest";
import { type LogView, SessionLog } from "../src/state/transcript/session-log.ts";
import { openStage } from "./stage.ts";

/** The first view of a log that is like that. */
async function when(log: SessionLog, isSo: (view: LogView) => boolean): Promise<LogView> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => isSo(log.view.get()) && resolve();
  const stop = log.view.subscribe(look);
  look();
  await promise.finally(stop);
  return log.view.get();
}

const said = ({ rows }: LogView) => rows.flatMap((row) => (row.kind === "user" ? [row.record.text] : []));
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `message ${from + at}`);

test("a long session begins with its end; what comes goes on there, and what was before is brought when it is asked for", async () => {
  await using stage = await openStage();
  const id = await stage.start("message 1");
  const prompt = async (number: number) => {
    await stage.client.board(({ sessions }) => sessions.some(({ status }) => status === "awaitingInput"));
    const input = { text: `message ${number}`, context: [] };
    await stage.client.intent("prompt", { input }, { sessionId: id });
  };
  for (let number = 2; number <= 100; number++) await prompt(number);
  await stage.client.board(({ sessions }) => sessions.some(({ status }) => status === "awaitingInput"));

  using log = new SessionLog(stage.client, id);
  const shown = await when(log, ({ isLive }) => isLive);
  const first = Number(said(shown)[0]?.slice("message ".length));
  expect(first).toBeGreaterThan(1);
  expect([shown.hasEarlier, said(shown)]).toEqual([true, numbers(first, 100)]);

  await prompt(101);
  const gone = await when(log, (view) => said(view).at(-1) === "message 101");
  expect(said(gone)).toEqual(numbers(first, 101));

  await log.loadEarlier();
  expect([log.view.get().hasEarlier, said(log.view.get())]).toEqual([false, numbers(1, 101)]);
});
