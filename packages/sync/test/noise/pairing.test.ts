import { expect, test } from "vitest";
import { readPairingLink, writePairingLink } from "../../src/noise/pairing-link.ts";
import { frameType } from "../../src/noise/wire.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { FramePair } from "./frame-pair.ts";
import { sodium } from "./helpers.ts";
import { World } from "./world.ts";

const noReply = (pair: FramePair) => pair.down.length === 0 && pair.host.isClosed;
const failsWith = (code: string) => expect.objectContaining({ name: "NoiseError", code });

test("both sides show the same digits, and the device asks for no more than it gets", async () => {
  const shown: string[] = [];
  const world = new World({
    confirm: async (request, _signal, sas) => {
      expect(request).toMatchObject({ deviceName: "phone", requestedScopes: ["view", "approve"] });
      shown.push(sas);
      return { sas, scopes: ["view"] };
    },
  });
  const pairing = await world.pair({ onDigits: (sas) => shown.push(sas) });
  expect(shown).toHaveLength(2);
  expect(shown[0]).toBe(shown[1]);
  const [row] = world.directory.rows;
  expect(row).toMatchObject({ scopes: ["view"], approvalKey: pairing.approvalKey.publicKey });
  expect(row?.psk).toEqual(pairing.psk);
});

test("a row is durable before the device hears that it is accepted", async () => {
  const world = new World();
  const link = world.link();
  const add = world.directory.add.bind(world.directory);
  let sentBefore = 0;
  world.directory.add = async (row) => {
    sentBefore = link.down.length;
    await new Promise(setImmediate);
    expect(link.down).toHaveLength(sentBefore);
    await add(row);
  };
  await world.pair({}, undefined, link);
  // P2 and `pair.pending`.
  expect(sentBefore).toBe(2);
});

test("a device that could not keep its keys stays unconfirmed, and is forgotten", async () => {
  const clock = new VirtualClock();
  const world = new World({ clock });
  const store = async () => Promise.reject(new Error("the disk is full"));
  await expect(world.pair({ store })).rejects.toThrow("the disk is full");
  await clock.until(() => world.directory.rows.length === 0);
  expect(clock.now()).toBe(600_000);
});

test("an unconfirmed device that comes back in time is confirmed by that", async () => {
  const world = new World();
  // What the device says last never arrives.
  const link = new FramePair({ up: (frame) => (link.up.length > 2 ? [] : [frame]) });
  void world.responder.accept(link.host, { transport: "direct", source: "a" });
  let pairing: Awaited<ReturnType<World["pair"]>> | undefined;
  const store = async (kept: typeof pairing) => {
    pairing = kept;
    link.device.close();
  };
  await world.pair({ store }, undefined, link).catch(() => undefined);
  expect(world.directory.rows).toMatchObject([{ state: "unconfirmed" }]);
  if (pairing === undefined) throw new Error("it was accepted");
  await world.connect(pairing);
  expect(world.directory.rows).toMatchObject([{ state: "active" }]);
});

test.each([
  ["says no", async () => undefined],
  ["types other digits", async () => ({ sas: "not it", scopes: ["view"] })],
])("a device is refused where the person %s, and the link is used up", async (_what, confirm) => {
  const world = new World({ confirm });
  const offer = world.responder.openPairing([]);
  await expect(world.pair({}, offer.text)).rejects.toThrow(failsWith("refused"));
  expect(await offer.ended).toBe("refused");
  expect(world.directory.rows).toEqual([]);
  const again = world.link();
  await expect(world.pair({}, offer.text, again)).rejects.toThrow(failsWith("lost"));
  expect(noReply(again)).toBe(true);
});

test("nobody who confirms within a minute is a no", async () => {
  const clock = new VirtualClock();
  const world = new World({ clock, confirm: () => new Promise(() => undefined) });
  const offer = world.responder.openPairing([]);
  let failure: unknown;
  world.pair({}, offer.text).catch((error: unknown) => {
    failure = error;
  });
  await clock.until(() => failure !== undefined);
  expect(failure).toMatchObject({ code: "timedOut" });
  expect(clock.now()).toBe(60_000);
  expect(await offer.ended).toBe("refused");
});

test("a link pairs one device", async () => {
  const world = new World();
  const offer = world.responder.openPairing([]);
  await world.pair({}, offer.text);
  expect(await offer.ended).toBe("paired");
  const again = world.link();
  await expect(world.pair({}, offer.text, again)).rejects.toThrow(failsWith("lost"));
  expect(noReply(again)).toBe(true);
  expect(world.directory.rows).toHaveLength(1);
});

test("of two devices that race for one link the first gets it", async () => {
  const world = new World();
  const offer = world.responder.openPairing([]);
  const results = await Promise.allSettled([world.pair({}, offer.text), world.pair({}, offer.text)]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(world.directory.rows).toHaveLength(1);
});

test("a link is good for two minutes", async () => {
  const clock = new VirtualClock();
  const world = new World({ clock });
  const offer = world.responder.openPairing([]);
  let outcome: string | undefined;
  void offer.ended.then((ended) => {
    outcome = ended;
  });
  await clock.until(() => outcome !== undefined);
  expect([outcome, clock.now()]).toEqual(["expired", 120_000]);
  await expect(world.pair({}, offer.text)).rejects.toThrow(failsWith("expired"));
  // A device whose clock is slow gets no answer either.
  const link = world.link();
  const slow = { ...readPairingLink(offer.text), expiresAt: 10_000 };
  await expect(world.pair({ pairingLink: slow }, offer.text, link)).rejects.toThrow(failsWith("lost"));
  expect(noReply(link)).toBe(true);
});

test("the third attempt that fails burns the link; one that is replayed is none", async () => {
  const world = new World();
  const offer = world.responder.openPairing([]);
  const attempt = async (source: string) => {
    const link = world.link(
      { up: (frame) => (frame[0] === frameType.pair3 ? [frame.slice(0, -1)] : [frame]) },
      source,
    );
    await expect(world.pair({}, offer.text, link)).rejects.toThrow(failsWith("lost"));
    return link;
  };
  const first = await attempt("a");
  for (let i = 0; i < 3; i++) {
    const replay = world.link({}, "b");
    replay.device.send(first.up[0] ?? new Uint8Array(0));
    for await (const _frame of replay.device.frames) throw new Error("it has answered");
  }
  await attempt("c");
  await attempt("d");
  expect(await offer.ended).toBe("burnt");
});

test("a device does not pair with another host, nor over another kind of way", async () => {
  const world = new World();
  const offer = world.responder.openPairing([]);
  const wrongHost = { ...readPairingLink(offer.text), hostKey: sodium.keyPair().publicKey };
  await expect(world.pair({ pairingLink: wrongHost }, offer.text)).rejects.toThrow(failsWith("lost"));
  await expect(world.pair({ transport: "relay" }, offer.text)).rejects.toThrow(failsWith("lost"));
  await world.pair({}, offer.text);
});

test("a man in the middle without the link's secret gets nothing, with it he gets other digits", async () => {
  const world = new World();
  const offer = world.responder.openPairing([]);
  const link = readPairingLink(offer.text);
  const blind = { ...link, root: sodium.random(32) };
  const refused = world.link();
  await expect(world.pair({ pairingLink: blind }, offer.text, refused)).rejects.toThrow(failsWith("lost"));
  expect(noReply(refused)).toBe(true);
});

test("a pairing link carries what the host says, and nothing but such a link is one", () => {
  const link = {
    hostKey: sodium.random(32),
    root: sodium.random(32),
    expiresAt: 2_000_000_000,
    endpoints: [
      { kind: "direct", address: "wss://10.0.0.7:4321/" },
      { kind: "relay", address: "ä".repeat(400) },
    ],
  } as const;
  for (const base of [undefined, "https://app.example.org/pair?v=1"]) {
    const text = writePairingLink(link, base);
    expect(readPairingLink(` ${text}\n`)).toEqual(link);
    const fragment = text.split("#")[1] ?? "";
    for (let length = 0; length < 94; length++)
      expect(() => readPairingLink(`nucleic://pair#${fragment.slice(0, length)}`)).toThrow(
        failsWith("badLink"),
      );
  }
  const text = writePairingLink(link);
  for (const other of [
    text.replace("nucleic:", "http:"),
    text.replace("pair#", "run#"),
    text.replace("#", "?"),
    `${text}=`,
    text.slice(0, -3),
    `${text}${"A".repeat(8_000)}`,
    "",
  ])
    expect(() => readPairingLink(other)).toThrow(failsWith("badLink"));
  const long = { ...link, endpoints: [{ kind: "relay", address: "x".repeat(2_000) }] } as const;
  expect(() => writePairingLink(long)).toThrow(failsWith("badLink"));
  expect(() => readPairingLink(`nucleic://pair#${Buffer.alloc(70, 2).toString("base64url")}`)).toThrow(
    failsWith("unsupported"),
  );
});
