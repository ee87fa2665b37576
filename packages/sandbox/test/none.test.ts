import { describe, expect, test } from "vitest";
import { noneEngine } from "../src/index.ts";
import { escapes, openSandboxIn, sandboxContract } from "../src/testing/index.ts";

sandboxContract({ describe, test, expect }, noneEngine());

// Another mount of the system's folder is there inside alone; and rights are root's.
const inside = [
  "makes what is read only writable",
  ...(process.getuid?.() === 0 ? [] : ["mounts a file system"]),
];
const attempts = Object.values(escapes)
  .flat()
  .filter(({ name }) => !inside.includes(name))
  .map((attempt) => [attempt.name, attempt] as const);

describe("without a sandbox, so that the escapes are known to be able to work", () => {
  test.each(attempts)("one %s", async (_name, attempt) => {
    await using place = await openSandboxIn(noneEngine());
    const told = await place.run(attempt.script(place.scene));
    expect({ told, worked: await attempt.worked(place.scene, told) }).toMatchObject({ worked: true });
  });

  test("the confinement says that there is none", async () => {
    await using place = await openSandboxIn(noneEngine());
    const nothing = { files: false, processes: false, network: "on", limits: [] };
    expect(place.sandbox.confinement).toEqual(nothing);
  });
});
