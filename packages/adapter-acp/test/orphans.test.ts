import { endings, endlessCall, faultsOf, inCommand, remainsAfter } from "@nucleic/adapter-kit/testing";
import { findRun } from "@nucleic/process";
import { describe, expect, test } from "vitest";
import { bench, SUITE_AGENTS } from "./lab.ts";

describe.each(SUITE_AGENTS)("nothing is left of %s after", (agent) => {
  test.each(endings)("%s", async (...ending) => {
    await using lab = await bench({ agent, replies: [[endlessCall]] });
    const remains = await remainsAfter(ending, await inCommand(lab));
    expect(remains).toEqual({ processes: [], outcome: ending[1], toolResults: 1, faults: [] });
  });

  test("an interruption of its command", async () => {
    await using lab = await bench({ agent, replies: [[endlessCall]] });
    const { run, events, runId } = await inCommand(lab);
    await run.interrupt();
    expect(await events.nth("turnCompleted")).toMatchObject({ outcome: "interrupted" });
    // What the command itself put into another session is the command's own affair until the run ends.
    await run.close();
    expect(await findRun(runId)).toEqual([]);
    expect(faultsOf(await events.ended)).toEqual([]);
  });
});
