import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { frameLineBatches, frameLines, LineSplitter } from "./frame-lines.ts";
import type { LineFrame } from "./types.ts";

/** What the frames of some bytes are, said plainly: the whole input at hand, one byte looked at after the other. */
function expected(bytes: Buffer, maxLineBytes: number): LineFrame[] {
  const frames: LineFrame[] = [];
  const add = (content: Buffer, unterminated: boolean) => {
    if (content.length > maxLineBytes) {
      frames.push({ kind: "overflow", lengthBytes: content.length, head: content.subarray(0, 1024) });
    } else frames.push({ kind: "line", bytes: content, ...(unterminated ? { unterminated } : {}) });
  };
  let start = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== 10) continue;
    add(bytes.subarray(start, at > start && bytes[at - 1] === 13 ? at - 1 : at), false);
    start = at + 1;
  }
  if (start < bytes.length) add(bytes.subarray(start), true);
  return frames;
}

function split(bytes: Buffer, cuts: readonly number[], maxLineBytes?: number): LineFrame[] {
  const splitter = new LineSplitter(maxLineBytes === undefined ? {} : { maxLineBytes });
  const points = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const frames = points.flatMap((point, index) =>
    splitter.push(bytes.subarray(point, points[index + 1] ?? point)),
  );
  const last = splitter.end();
  return last ? [...frames, last] : frames;
}

/** Plain objects with hex text, so that a Buffer equals a Uint8Array and a difference can be read. */
const plain = (frames: readonly LineFrame[]) =>
  frames.map((frame) =>
    frame.kind === "line"
      ? { ...frame, bytes: Buffer.from(frame.bytes).toString("latin1") }
      : { ...frame, head: Buffer.from(frame.head).toString("latin1") },
  );

const bytes = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom("\n", "\r", "\r\n", "\0", "\u2028", "\u2029", "🦊", "ü", "a") },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 8 }) },
    ),
    { maxLength: 60 },
  )
  .map((parts) => Buffer.concat(parts.map((part) => Buffer.from(part))));

test("any bytes, cut anywhere, are the same frames", () => {
  fc.assert(
    fc.property(bytes, fc.array(fc.nat()), fc.integer({ min: 0, max: 20 }), (input, cuts, maxLineBytes) => {
      expect(plain(split(input, cuts, maxLineBytes))).toEqual(plain(expected(input, maxLineBytes)));
    }),
    { numRuns: 2_000 },
  );
});

test("one byte at a time", () => {
  fc.assert(
    fc.property(bytes, fc.integer({ min: 0, max: 6 }), (input, maxLineBytes) => {
      const everywhere = Array.from(input.keys());
      expect(plain(split(input, everywhere, maxLineBytes))).toEqual(plain(expected(input, maxLineBytes)));
    }),
  );
});

describe("a line", () => {
  test.each([
    ["ends at \\n", "a\nb\n", ["a", "b"]],
    ["ends at \\r\\n", "a\r\nb\r\n", ["a", "b"]],
    ["keeps all but the last \\r", "a\r\r\n", ["a\r"]],
    ["keeps a lone \\r", "a\rb\n", ["a\rb"]],
    ["keeps NUL", "a\0b\n", ["a\0b"]],
    ["keeps U+2028 and U+2029", "a\u2028b\u2029\n", ["a\u2028b\u2029"]],
    ["may be empty", "\n\r\n\n", ["", "", ""]],
  ])("%s", (_, input, lines) => {
    const frames = split(Buffer.from(input), []);
    expect(frames.map((frame) => frame.kind === "line" && Buffer.from(frame.bytes).toString())).toEqual(
      lines,
    );
  });

  test("without an end is kept and marked, its \\r with it", () => {
    expect(plain(split(Buffer.from("a\nb\r"), []))).toEqual([
      { kind: "line", bytes: "a" },
      { kind: "line", bytes: "b\r", unterminated: true },
    ]);
  });
});

describe("a line over the limit", () => {
  test("is one frame with its length and first KiB, and the stream goes on", () => {
    const input = Buffer.from(`${"x".repeat(5_000)}\r\nnext\n`);
    expect(plain(split(input, [100, 2_000, 4_999], 1_999))).toEqual([
      { kind: "overflow", lengthBytes: 5_000, head: "x".repeat(1_024) },
      { kind: "line", bytes: "next" },
    ]);
  });

  test("of exactly the limit is a line", () => {
    expect(plain(split(Buffer.from("abc\r\nabcd\n"), [], 3))).toEqual([
      { kind: "line", bytes: "abc" },
      { kind: "overflow", lengthBytes: 4, head: "abcd" },
    ]);
  });
});

test("a line of 50 MB in chunks of 64 KiB comes out whole", () => {
  const splitter = new LineSplitter();
  const chunk = Buffer.alloc(65_536, "ü");
  for (let i = 0; i < 800; i++) expect(splitter.push(chunk)).toHaveLength(0);
  const [frame] = splitter.push(Buffer.from("\n"));
  expect(frame).toMatchObject({ kind: "line" });
  expect(frame?.kind === "line" && frame.bytes.byteLength).toBe(800 * 65_536);
});

test("frameLines reads a stream to its end, and closes it when left early", async () => {
  const chunks = ["a\nb", "\nc"].map((text) => Buffer.from(text));
  const all: LineFrame[] = [];
  for await (const frame of frameLines(Readable.from(chunks))) all.push(frame);
  expect(plain(all)).toEqual(plain(expected(Buffer.concat(chunks), 99)));

  const batches: number[] = [];
  for await (const batch of frameLineBatches(
    Readable.from(["a\nb\nc", "c", "\n\nd"].map((s) => Buffer.from(s))),
  ))
    batches.push(batch.length);
  expect(batches).toEqual([2, 2, 1]);

  for (const read of [frameLines, frameLineBatches]) {
    const source = Readable.from(chunks);
    for await (const _ of read(source)) break;
    expect(source.destroyed).toBe(true);
  }
});
