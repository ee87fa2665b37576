import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import type { RuntimeProblem } from "../src/runtime.ts";
import { iterate, scriptedRuntime, until } from "./support.ts";

it("a session whose row could not be written ends all the same, and is mended when it is opened", async () => {
  const problems: RuntimeProblem[] = [];
  const scenario = () => [{ usage: { inputTokens: 5, outputTokens: 1 } }, { say: "Done." }];
  const { runtime, create, dataDir } = await scriptedRuntime(
    { scenario },
    { onProblem: (problem) => problems.push(problem) },
  );
  const session = await create();
  await until(iterate(session), "sessionStarted");
  // From now on every write to this table fails, as on a full disk.
  const other = new Database(join(dataDir, "nucleic.db"));
  other.exec("CREATE TRIGGER full BEFORE INSERT ON usage BEGIN SELECT RAISE(FAIL, 'no room'); END");
  await session.send("go");
  await until(iterate(session), "turnCompleted");
  await session.close();
  expect(problems.map(({ code }) => code)).toContain("databaseWriteFailed");
  other.exec("DROP TRIGGER full");
  other.close();
  expect(await runtime.usage({ by: "session" })).toEqual([]);
  await runtime.openSession(session.id).then((opened) => opened.close());
  expect(await runtime.usage({ by: "session" })).toMatchObject([{ key: session.id, inputTokens: 5 }]);
});
