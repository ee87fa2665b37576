import {
  endings,
  endlessCall,
  inCommand,
  killedBy,
  processesAfterLeaving,
  remainsAfter,
} from "@nucleic/adapter-kit/testing";
import { describe, expect, test } from "vitest";
import { bench, VERSIONS } from "./lab.ts";
import "./patience.ts";

describe.each(VERSIONS)("nothing is left of %s after", (version) => {
  test.each([...endings, killedBy("SIGHUP")])("%s", async (...ending) => {
    await using lab = await bench({ version, replies: [[endlessCall]] });
    const remains = await remainsAfter(ending, await inCommand(lab));
    expect(remains).toEqual({ processes: [], outcome: ending[1], toolResults: 1, faults: [] });
  });

  test("a consumer that leaves", async () => {
    await using lab = await bench({ version, replies: [[{ say: "Once" }, { gate: "never" }]] });
    expect(await processesAfterLeaving(lab)).toEqual([]);
  });
});
