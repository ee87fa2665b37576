import { join } from "node:path";
import { systemClock } from "@nucleic/protocol/core";
import { expect, it } from "vitest";
import { openDatabase } from "../src/database/open.ts";
import { openRuntime } from "../src/open-runtime.ts";
import { iterate, scriptedRuntime, until } from "./support.ts";

it("an approval that was told of and whose row was never written has one when the session is opened again", async () => {
  const { runtime, create, dataDir, backend } = await scriptedRuntime({
    name: "one",
    replies: [[{ call: "Bash", input: { command: "ls" } }]],
  });
  const session = await create({ input: "go" });
  const { event } = await until(iterate(session), "approvalRequested");
  await session.answerApproval(event.request.id, { kind: "deny" });
  await session.close();
  await runtime.close();
  const approvals = async (change?: "delete") => {
    const database = openDatabase(join(dataDir, "nucleic.db"), systemClock);
    if (change) await database.deleteFrom("approval").execute();
    const rows = await database.selectFrom("approval").selectAll().execute();
    await database.destroy();
    return rows;
  };
  const before = await approvals();
  expect(before).toHaveLength(1);
  expect(await approvals("delete")).toEqual([]);
  await using again = await openRuntime({ dataDir, backends: [backend] });
  const opened = await again.openSession(session.id);
  await opened.close();
  expect(await approvals()).toEqual(before);
});
