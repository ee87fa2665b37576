import { expect, test } from "vitest";
import { type KnownHost, readKnownHost, writeKnownHost } from "../../src/noise/known-host.ts";
import { connectPaired, pairAtLink } from "../../src/noise/paired-host.ts";
import { type Endpoint, readPairingLink } from "../../src/noise/pairing-link.ts";
import { nextOf, World } from "./world.ts";

const never = new AbortController().signal;
const endpoints: readonly Endpoint[] = [
  { kind: "relay", address: "a broker that is down" },
  { kind: "direct", address: "the host" },
];

/** A device whose first address does not answer. */
function device(world: World) {
  const dialled: string[] = [];
  let kept = "";
  const way = {
    sodium: world.sodium,
    clock: world.clock,
    clientVersion: "0",
    async dial({ address }: Endpoint) {
      dialled.push(address);
      if (address !== "the host") throw new Error("nobody answers");
      return world.link().device;
    },
    store: async (host: KnownHost) => {
      kept = writeKnownHost(host);
    },
    load: async () => readKnownHost(kept),
  };
  const pairingLink = readPairingLink(world.responder.openPairing(endpoints).text);
  const about = { name: "phone", platform: "test", requestedScopes: ["view"] };
  const pair = () =>
    pairAtLink(way, { pairingLink, device: about, onDigits: () => undefined, signal: never });
  return { dialled, way, pair };
}

test("a device pairs at the first address that answers, and connects by what it has kept", async () => {
  const world = new World();
  const { dialled, pair, way } = device(world);
  const host = await pair();
  expect(await way.load()).toEqual(host);
  expect(host.endpoints).toEqual(endpoints);
  const connected = world.nextDevice();
  const near = await connectPaired(way)(never);
  near.send("here");
  expect(await nextOf((await connected).channel)).toBe("here");
  expect(dialled).toEqual(["a broker that is down", "the host", "a broker that is down", "the host"]);
  await world.responder.close();
});

test("a place at a broker that the host gives takes the place of the one that was for the pairing", async () => {
  const world = new World({ relayPlace: async () => "its own" });
  const { pair } = device(world);
  expect((await pair()).endpoints).toEqual([endpoints[1], { kind: "relay", address: "its own" }]);
  await world.responder.close();
});

test("where nothing answers, what the last one threw; what is no host that was kept is typed", async () => {
  const world = new World();
  const { pair, way } = device(world);
  await pair();
  const nowhere = { ...way, dial: () => Promise.reject(new Error("nobody answers")) };
  await expect(connectPaired(nowhere)(never)).rejects.toThrow("nobody answers");
  await expect(connectPaired(way)(AbortSignal.abort("enough"))).rejects.toBe("enough");
  for (const text of ["", "null", "{}", '{"v":1,"endpoints":[{}],"pairing":""}'])
    expect(() => readKnownHost(text)).toThrow(/kept|cannot be read/);
  await world.responder.close();
});
