import type { ApprovalId, IntentId } from "@nucleic/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Board, HostClient, HostError } from "../src/client/index.ts";
import { serveClient } from "../src/server/index.ts";
import { clientWith, sessionId } from "./memory-host.ts";
import { ModelHost } from "./model-host.ts";
import { Picture } from "./picture.ts";
import { slowLink } from "./slow-link.ts";
import { VirtualClock } from "./virtual-clock.ts";

// Several devices follow one session and answer what it asks, each over a slow way that is cut and that carries some
// intents twice, to a host that dies now and then. Time is virtual: what takes a minute of it takes none of ours.

type Draw = (below: number) => number;

/** Numbers from a seed, so that a run that fails can be run again. */
function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Told {
  readonly id: IntentId;
  readonly approvalId?: ApprovalId;
  /** What the device was told became of it; `unknown` where nobody can say. */
  readonly result: unknown;
}

class Device implements AsyncDisposable {
  readonly picture = new Picture();
  readonly told: Told[] = [];
  readonly client: HostClient;
  readonly #name: string;
  readonly #end = new AbortController();
  readonly #reading: Promise<void>;
  #cut: () => void = () => undefined;
  #sent = 0;
  board: Board | undefined;

  constructor(name: string, { host, clock, draw }: World) {
    this.#name = name;
    const served = clientWith("view", "approve", "control");
    const weather = {
      delayMs: () => draw(80),
      isDoubled: (text: string) => text.includes('"t":"intent"') && draw(3) === 0,
    };
    this.client = new HostClient({
      name,
      clock,
      connect: async () => {
        const { near, far, cut } = slowLink(clock, weather);
        this.#cut = cut;
        void serveClient({ channel: far, client: served, host, clock, signal: this.#end.signal });
        return near;
      },
    });
    this.client.onBoard((board) => {
      this.board = board;
    });
    this.#reading = this.#read();
  }

  get waits(): number {
    return this.#sent - this.told.length;
  }

  cut(): void {
    this.#cut();
  }

  answer(approvalId: ApprovalId, digest: string, isAllowed: boolean): void {
    const id = this.#nextId();
    const options = { id, sessionId };
    const done = isAllowed
      ? this.client.intent("approve", { approvalId, digest, decision: { kind: "allow" } }, options)
      : this.client.intent("deny", { approvalId }, options);
    void this.#note({ id, approvalId }, done);
  }

  prompt(): void {
    const id = this.#nextId();
    const input = { text: "go on", context: [] };
    void this.#note({ id }, this.client.intent("prompt", { input }, { id, sessionId }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = this.client.close();
    this.#end.abort();
    this.#cut();
    await Promise.all([closed, this.#reading]);
  }

  #nextId(): IntentId {
    return `${this.#name}-${++this.#sent}` as IntentId;
  }

  async #note(about: Omit<Told, "result">, done: Promise<unknown>): Promise<void> {
    const result = await done.catch((error) => {
      if (error instanceof HostError && error.code === "outcomeUnknown") return "unknown";
      throw error;
    });
    this.told.push({ ...about, result });
  }

  async #read(): Promise<void> {
    for await (const news of this.client.follow(sessionId, { tail: 2_000, credit: 2_000 }))
      this.picture.take(news);
  }
}

interface World {
  readonly host: ModelHost;
  readonly clock: VirtualClock;
  readonly draw: Draw;
}

/** One thing that happens. */
function happen({ host, draw }: World, devices: readonly Device[]): void {
  const device = devices[draw(devices.length)];
  const requests = [...host.open.values()];
  const request = requests[draw(requests.length)];
  switch (draw(8)) {
    case 0:
    case 1:
      for (let n = draw(20); n >= 0; n--) host.append("userMessage");
      break;
    case 2:
      host.ask();
      break;
    case 3:
    case 4:
      // Sometimes by two at once: one of them is first.
      for (const one of draw(2) === 0 ? devices : [device])
        if (request) one?.answer(request.id, request.digest ?? "", draw(2) === 0);
      break;
    case 5:
      device?.prompt();
      break;
    case 6:
      device?.cut();
      break;
    default:
      host.crash();
      for (const one of devices) one.cut();
  }
}

async function live(seed: number): Promise<void> {
  const clock = new VirtualClock();
  const host = new ModelHost(clock);
  const world = { host, clock, draw: drawFrom(seed) };
  const devices = ["a", "b", "c"].map((name) => new Device(name, world));
  host.append("turnStarted");
  for (let step = 0; step < 25; step++) {
    happen(world, devices);
    for (let n = world.draw(12); n > 0; n--) await clock.advance();
  }
  for (const { id, digest = "" } of host.open.values()) devices[0]?.answer(id, digest, true);
  const isAtRest = (device: Device) =>
    device.waits === 0 &&
    device.picture.head === host.log.length &&
    device.board?.approvals.length === host.open.size &&
    device.board.sessions[0]?.head === host.log.length;
  await clock.until(() => devices.every(isAtRest));
  for (const device of devices) check(host, device);
  expect(
    [...host.times.values()].every((times) => times === 1),
    "done once",
  ).toBe(true);
  const resolved = host.log.flatMap((record) => ("approvalId" in record ? [record.approvalId] : []));
  expect(new Set(resolved).size, "one winner each").toBe(resolved.length);
  const closed = Promise.all(devices.map((device) => device[Symbol.asyncDispose]()));
  let isClosed = false;
  void closed.then(() => {
    isClosed = true;
  });
  await clock.until(() => isClosed);
}

/** What a device knows is what is so. */
function check(host: ModelHost, { picture, told, board }: Device): void {
  expect([...picture.records.values()]).toEqual(host.log);
  expect(board?.approvals).toEqual([...host.open.values()]);
  for (const { id, approvalId, result } of told) {
    const answer = host.answers.get(id);
    expect(result).toEqual(answer?.status === "unknown" ? "unknown" : answer?.result);
    if (approvalId !== undefined && result !== "unknown")
      expect(result).toMatchObject({ decision: { kind: host.winners.get(approvalId) } });
  }
}

test("whatever the way and the host do, devices end with the same picture, and what they ask for is done once", async () => {
  await fc.assert(fc.asyncProperty(fc.integer(), live), { numRuns: 100, endOnFailure: true });
}, 180_000);
