import type { FrameLink } from "../frames.ts";
import { maxFrameBytes } from "../transports/limits.ts";

/** What the suite uses of a test framework. Vitest's own fit. */
export interface TestApi {
  describe(name: string, body: () => void): void;
  test(name: string, body: () => Promise<void>): void;
  expect(actual: unknown): { toEqual(expected: unknown): void };
}

/** A transport with a listener of its own, for one case. */
export interface LinkSetting extends AsyncDisposable {
  /** Opens a link. */
  dial(): Promise<FrameLink>;
  /** The other end of the link that was dialled last, once its first frame has been sent. */
  accepted(): Promise<FrameLink>;
  /** Takes the network away from the end that dialled, without a goodbye. */
  cut(): void | Promise<void>;
  /** What the other end has of a cut: `end`, or `silence` where a broker stands between. */
  readonly afterCut: "end" | "silence";
  /** Sends what no link would send, as somebody who may reach the listener: one call for each kind. */
  readonly strangers: readonly (() => Promise<void>)[];
}

/**
 * The acceptance suite of every transport of frames.
 *
 * ```ts
 * frameLinkContract({ describe, test, expect }, "WebSocket", () => openSetting());
 * ```
 */
export function frameLinkContract(api: TestApi, name: string, setting: () => Promise<LinkSetting>): void {
  const caseOf = (title: string, body: (ends: Ends, place: LinkSetting) => Promise<void>) =>
    api.test(title, async () => {
      await using place = await setting();
      await body(await open(place), place);
    });
  api.describe(`${name} as a transport of frames`, () => {
    casesOfFrames(api, caseOf);
    casesOfEnds(api, caseOf);
    casesOfTrouble(api, caseOf);
  });
}

type CaseOf = (title: string, body: (ends: Ends, place: LinkSetting) => Promise<void>) => void;

function casesOfFrames({ expect }: TestApi, caseOf: CaseOf): void {
  caseOf("frames arrive whole and in order, both ways at once", async ({ near, far }) => {
    const frames = Array.from({ length: 200 }, (_, at) => bytes(1 + ((at * 37) % 900), at));
    for (const frame of frames) {
      near.link.send(frame);
      far.link.send(frame);
    }
    expect(await far.take(frames.length)).toEqual(frames);
    expect(await near.take(frames.length)).toEqual(frames);
  });

  caseOf("the longest frame arrives, byte for byte", async ({ near, far }) => {
    const longest = bytes(maxFrameBytes, 7);
    near.link.send(longest);
    far.link.send(longest);
    expect((await far.take(1)).map((frame) => isSame(frame, longest))).toEqual([true]);
    expect((await near.take(1)).map((frame) => isSame(frame, longest))).toEqual([true]);
  });

  for (const [what, length] of [
    ["a longer one", maxFrameBytes + 1],
    ["an empty one", 0],
  ] as const) {
    caseOf(`${what} ends the link and does not arrive`, async ({ near, far }) => {
      near.link.send(bytes(length, 1));
      expect([await near.rest(), await far.rest()]).toEqual([[], []]);
    });
  }
}

function casesOfEnds({ expect }: TestApi, caseOf: CaseOf): void {
  for (const who of ["near", "far"] as const) {
    caseOf(`what was sent before the ${who} end closes arrives, and then the end`, async (ends) => {
      const [closes, stays] = who === "near" ? [ends.near, ends.far] : [ends.far, ends.near];
      closes.link.send(bytes(3, 1));
      closes.link.close();
      expect(await stays.rest()).toEqual([bytes(3, 1)]);
      expect(await closes.rest()).toEqual([]);
    });
  }

  caseOf(
    "closed twice it is closed, and what is sent afterwards is gone in silence",
    async ({ near, far }) => {
      near.link.close("for a log");
      near.link.close();
      near.link.send(bytes(3, 1));
      expect(await far.rest()).toEqual([]);
      far.link.send(bytes(3, 2));
      far.link.close();
      expect([await near.rest(), near.link.buffered, far.link.buffered]).toEqual([[], 0, 0]);
    },
  );
}

function casesOfTrouble({ expect }: TestApi, caseOf: CaseOf): void {
  caseOf("what waits to be sent is seen, until it is gone", async ({ near, far }) => {
    const frames = Array.from({ length: 40 }, (_, at) => new Uint8Array(60_000).fill(at));
    for (const frame of frames) near.link.send(frame);
    expect(near.link.buffered > 60_000).toEqual(true);
    expect((await far.take(frames.length)).map((frame) => frame[0])).toEqual(frames.map((frame) => frame[0]));
    // An answer has come after all of it.
    far.link.send(bytes(1, 1));
    await near.take(1);
    while (near.link.buffered > 0) await new Promise((resolve) => setTimeout(resolve));
  });

  caseOf("an end that vanishes ends its own link, and hurts nobody who still sends", async (ends, place) => {
    const { near, far } = ends;
    await place.cut();
    expect(await near.rest()).toEqual([]);
    near.link.send(bytes(3, 1));
    for (let at = 0; at < 20; at++) far.link.send(new Uint8Array(60_000));
    if (place.afterCut === "end") expect(await far.rest()).toEqual([]);
    far.link.close();
    expect([near.link.buffered, far.link.buffered]).toEqual([0, 0]);
  });

  caseOf("a stranger's garbage does not reach, end or change a link", async ({ near, far }, place) => {
    for (const send of place.strangers) await send();
    near.link.send(bytes(5, 1));
    far.link.send(bytes(5, 2));
    expect(await far.take(1)).toEqual([bytes(5, 1)]);
    expect(await near.take(1)).toEqual([bytes(5, 2)]);
  });

  caseOf("links do not see each other's frames", async (first, place) => {
    const second = await open(place);
    first.near.link.send(bytes(2, 1));
    second.near.link.send(bytes(2, 2));
    second.near.link.close();
    expect(await second.far.rest()).toEqual([bytes(2, 2)]);
    expect(await first.far.take(1)).toEqual([bytes(2, 1)]);
  });
}

interface Ends {
  readonly near: End;
  readonly far: End;
}

async function open(place: LinkSetting): Promise<Ends> {
  const near = new End(await place.dial());
  // A broker shows a link with its first frame.
  near.link.send(bytes(2, 0));
  const far = new End(await place.accepted());
  await far.take(1);
  return { near, far };
}

/** One end of a link, read as far as is asked for. */
class End {
  readonly link: FrameLink;
  readonly #frames: AsyncIterator<Uint8Array>;

  constructor(link: FrameLink) {
    this.link = link;
    this.#frames = link.frames[Symbol.asyncIterator]();
  }

  /** That many, fewer where the link ends before. */
  async take(count: number): Promise<Uint8Array[]> {
    const taken: Uint8Array[] = [];
    while (taken.length < count) {
      const next = await this.#frames.next();
      if (next.done) break;
      taken.push(new Uint8Array(next.value));
    }
    return taken;
  }

  /** All until the end. */
  rest(): Promise<Uint8Array[]> {
    return this.take(Number.POSITIVE_INFINITY);
  }
}

function bytes(length: number, seed: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => (at * 31 + seed) % 256);
}

/** A framework's own comparison takes a second for as many bytes. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
