import { afterAll, describe, expect, test } from "vitest";
import { escapeSuite, limitSuite, networkSuite, sandboxContract } from "../src/testing/index.ts";
import { hostImage } from "../src/testing/index.ts";

// Real podman. The rest of the contract, which takes a container for each case, is container.slow.ts.

/** One case for each thing that a container does in its own way: streams, mounts, files of one program, and the end. */
const essential = new Set([
  "what is written in, comes out, line by line, with its exit code",
  "git commits on the session's branch, and the user sees it",
  "what was made for one program to read is shown to it, and to no other",
  "its processes are found by the run's marker, and stopping ends all of them, in order",
  "closing ends what runs inside, and nothing starts afterwards",
  "leads to what is on the list and nowhere else, and each refusal is told with its reason",
  "forks without end",
]);

const host = await hostImage();
afterAll(() => host[Symbol.asyncDispose]());

const met = new Set<string>();
const only = (name: string, body: () => Promise<void>) => {
  if (!essential.has(name)) return;
  met.add(name);
  test(name, body);
};
sandboxContract({ describe, test: only, expect }, host.engine);
networkSuite({ describe, test: only, expect }, host.engine);
limitSuite({ describe, test: only, expect }, host.engine, false);
escapeSuite({ describe, test, expect }, host.engine);

test("every essential case is one of the suites'", () => {
  expect(met).toEqual(essential);
});
