import { type Ending, endings, endlessCall, inCommand, remainsAfter } from "@nucleic/adapter-kit/testing";
import { expect, test } from "vitest";
import { execBench } from "./exec-lab.ts";

const interrupt: Ending = ["interrupt", "completed", ({ run }) => run.interrupt().then(() => run.close())];

test.each([...endings, interrupt])("nothing is left after %s", async (...ending) => {
  await using lab = await execBench([[endlessCall]]);
  const remains = await remainsAfter(ending, await inCommand(lab));
  expect(remains).toEqual({ processes: [], outcome: ending[1], toolResults: 1, faults: [] });
});
