import { expect, test } from "vitest";
import { nextOf, World } from "./world.ts";

test("a device pairs, connects, and both sides exchange messages of any length", async () => {
  const world = new World();
  const seen: string[] = [];
  const pairing = await world.pair({ onDigits: (sas) => seen.push(sas) });
  expect(seen).toEqual([expect.stringMatching(/^\d{6}$/)]);
  expect(world.directory.rows).toMatchObject([
    { deviceId: pairing.deviceId, state: "active", scopes: ["view"], name: "phone" },
  ]);
  const { near, far } = await world.connect(pairing);
  const long = "ä€😀".repeat(60_000);
  near.send("up");
  near.send(long);
  far.channel.send("down");
  far.channel.send("");
  expect(await nextOf(far.channel)).toBe("up");
  expect(await nextOf(far.channel)).toBe(long);
  expect(await nextOf(near)).toBe("down");
  expect(await nextOf(near)).toBe("");
  expect(near.binding).toEqual(far.channel.binding);
  near.close();
  expect(await far.channel.ended).toEqual({ isClean: true, by: "them", reason: "done", received: 3 });
  expect(await near.ended).toMatchObject({ isClean: true, by: "us" });
  expect(world.problems).toEqual([]);
});
