import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type ReadPiece, wholeRecord } from "./whole-record.ts";

const about = { v: 1, seq: 1, at: 0, sessionId: "s" } as const;
const kept = new Map<string, Buffer>();

function keep(text: string, encoding: "utf8" | "base64") {
  const content = Buffer.from(text, encoding);
  const hash = createHash("sha256").update(content).digest("hex");
  kept.set(hash, content);
  return { hash, bytes: content.length, encoding };
}

const read: ReadPiece = async (ref, offset, length) => {
  const content = kept.get(ref) ?? Buffer.alloc(0);
  return {
    data: content.subarray(offset, offset + length).toString("base64"),
    sizeBytes: content.length,
  };
};

test("texts come back in their places, in as many pieces as they need, characters whole", async () => {
  const long = `\ufeff${"äöü€😀".repeat(60_000)}`;
  const image = Buffer.from(Uint8Array.from({ length: 100_000 }, (_, at) => at % 251)).toString("base64");
  const picture = keep(image, "base64");
  const record = {
    ...{ ...about, kind: "toolResult" },
    content: [
      { kind: "text", text: "short" },
      { kind: "text", text: long.slice(0, 2_048) },
      { kind: "image", data: "", blob: picture.hash },
    ],
    blobs: [
      { at: ["content", 1, "text"], ...keep(long, "utf8") },
      { at: ["content", 2, "data"], ...picture },
    ],
  };
  const whole: unknown = await wholeRecord(record as never, read);
  expect(whole).toEqual({
    ...{ ...about, kind: "toolResult" },
    content: [
      { kind: "text", text: "short" },
      { kind: "text", text: long },
      { kind: "image", data: image },
    ],
  });
});

test("a record that names none is the very same", async () => {
  const record = { ...about, kind: "statusChanged" };
  expect(await wholeRecord(record as never, read)).toBe(record);
});
