import { hostname } from "node:os";
import { processIdentity } from "@nucleic/process";
import { afterAll, describe, expect, test } from "vitest";
import {
  escapeSuite,
  hostImage,
  limitSuite,
  networkSuite,
  openSandboxIn,
  sandboxContract,
} from "../src/testing/index.ts";

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

test("what a host that died has left is removed by the next one's first sandbox, and nothing else", async () => {
  const own = await processIdentity(process.pid);
  const owners = {
    alive: { ...own, machine: hostname() },
    dead: { ...own, startTime: "0", machine: hostname() },
    elsewhere: { ...own, startTime: "0", machine: `not-${hostname()}` },
    unreadable: "somebody",
  };
  for (const [name, owner] of Object.entries(owners)) {
    const label = `nucleic.owner=${Buffer.from(JSON.stringify(owner)).toString("base64url")}`;
    const mounts = ["--volume", "/usr:/usr:ro"];
    await host.podman("create", "--name", name, "--label", label, ...mounts, host.image, "true");
  }
  await using place = await openSandboxIn(host.engineWith({}));
  expect((await place.run("true")).code).toBe(0);
  const left = await host.podman("ps", "--all", "--format", "{{.Names}}");
  expect(left.split("\n").toSorted()).toEqual(["alive", "elsewhere", "unreadable"]);
});
