import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type AgentEvent, readEvent } from "@nucleic/protocol";
import { eventFactory } from "@nucleic/protocol/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openWriter, sessionId } from "../../test/log-support.ts";
import { collect } from "../../test/support.ts";
import { faultyFiles } from "../testing/faulty-files.ts";
import { blobsOf, putBack, takeOut } from "./blob-fields.ts";
import { blobDirectory } from "./blob-files.ts";
import { systemFiles } from "./files.ts";
import { sequence } from "./format.ts";
import { readLast } from "./read-last.ts";
import { readRecords } from "./reader.ts";

const make = eventFactory(sessionId);
const large = `${"word ".repeat(20_000)}世界 🦀`;
const pixels = Buffer.alloc(100_000, 7).toString("base64");

const events: Record<string, AgentEvent> = {
  "an image a person sent": make("userMessage", {
    text: "look",
    context: [
      { kind: "image", mediaType: "image/png", data: pixels },
      { kind: "file", path: "a.ts" },
    ],
  }),
  "what a tool answered": make("toolResult", {
    toolCallId: "t1" as never,
    isError: false,
    content: [
      { kind: "text", text: "short" },
      { kind: "text", text: large },
      { kind: "image", mediaType: "image/png", data: pixels },
      { kind: "native", native: { deep: [{ down: large }] } },
    ],
  }),
  "what a tool is to write": make("toolCallCompleted", {
    toolCallId: "t1" as never,
    input: { path: "a.txt", content: large },
  }),
  "a diff": make("fileChange", { path: "a.txt", change: "update", diff: large, inferred: true }),
  "base64 that is none": make("userMessage", {
    text: "",
    context: [{ kind: "image", mediaType: "image/png", data: `not base64! ${large}` }],
  }),
  "what the backend sent": make("raw", { backend: "b", native: large }),
};

async function written(event: AgentEvent) {
  const { writer, path } = await openWriter();
  writer.append(event, "urgent");
  await writer.close();
  return path;
}

const asStored = (event: AgentEvent) => JSON.parse(JSON.stringify({ ...event, seq: 1 }));

describe.each(Object.entries(events))("a large record: %s", (_name, event) => {
  it("is small in its line, whole to whoever reads it, and valid both ways", async () => {
    const path = await written(event);
    expect((await readFile(path)).length).toBeLessThan(12 * 1024);
    const [[inlined] = []] = await collect(readRecords(systemFiles, path));
    expect(inlined?.event).toEqual(asStored(event));
    const [[named] = []] = await collect(readRecords(systemFiles, path, { blobs: "named" }));
    if (!named) throw new Error("no record");
    expect(readEvent(named.event).status).toBe("ok");
    expect(blobsOf(named.event).length).toBeGreaterThan(0);
    expect((await readLast(systemFiles, path, 1))[0]?.event).toEqual(asStored(event));
    expect((await readLast(systemFiles, path, 1, { blobs: "named" }))[0]).toEqual(named);
  });

  it("names its files by what is in them, for this user alone", async () => {
    const path = await written(event);
    for (const name of await readdir(blobDirectory(path))) {
      const file = join(blobDirectory(path), name);
      expect(
        createHash("sha256")
          .update(await readFile(file))
          .digest("hex"),
      ).toBe(name);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
  });

  it("is still told when a file is gone or rotten: shortened, and by name", async () => {
    const path = await written(event);
    const [name = "", ...others] = await readdir(blobDirectory(path));
    const file = join(blobDirectory(path), name);
    const bytes = await readFile(file);
    for (const spoil of [
      () => writeFile(file, Buffer.alloc(bytes.length)),
      () => writeFile(file, bytes.subarray(1)),
      () => rm(file),
    ]) {
      await spoil();
      const [[record] = []] = await collect(readRecords(systemFiles, path));
      if (!record) throw new Error("no record");
      expect(readEvent(record.event).status).toBe("ok");
      const missing = new Set(blobsOf(record.event).map(({ hash }) => hash));
      expect([...missing]).toEqual([name]);
      expect(others).not.toContain(name);
    }
  });
});

describe("large texts", () => {
  it("come back as they were, whatever they are", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constant(large),
      fc.constant(`${large}\ud800`),
      fc.constant(`${"x".repeat(2_047)}🦀${large}`),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.record({ kind: fc.constantFrom("image", "text"), data: text, blob: fc.constant("mine") }),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("a", "b", "blobs"), tie("tree"), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (native) => {
        const event = sequence(make("raw", { backend: "b", native }), 1);
        const taken = takeOut(event);
        if (taken === undefined) return;
        const read = JSON.parse(JSON.stringify(taken.event));
        const contents = new Map(taken.blobs.map(({ hash, content }) => [hash, content]));
        expect(putBack(read, contents)).toEqual(JSON.parse(JSON.stringify(event)));
      }),
    );
  });

  it("stay in the line up to 64 KiB, and where they are words", () => {
    const text = (length: number) => sequence(make("raw", { backend: "b", native: "x".repeat(length) }), 1);
    expect(takeOut(text(64 * 1024))).toBeUndefined();
    expect(takeOut(text(64 * 1024 + 1))?.blobs).toHaveLength(1);
    const said = make("assistantText", { messageId: "m", text: large, isPartial: false });
    expect(takeOut(sequence(said, 1))).toBeUndefined();
  });

  it("are kept once, however often they are named", async () => {
    const { writer, path } = await openWriter();
    for (let i = 0; i < 5; i++) writer.append(events["a diff"] as AgentEvent, "urgent");
    await writer.close();
    expect(await readdir(blobDirectory(path))).toHaveLength(1);
    expect((await collect(readRecords(systemFiles, path))).flat()).toHaveLength(5);
  });

  it("are given a few at a time", async () => {
    const { writer, path } = await openWriter();
    for (let i = 0; i < 6; i++)
      writer.append(make("raw", { backend: "b", native: `${i}${"x".repeat(2_000_000)}` }), "urgent");
    await writer.close();
    const groups = await collect(readRecords(systemFiles, path));
    expect(groups.map((group) => group.length)).toEqual([3, 3]);
  });

  it("are on disk, name and all, before the record that names them is", async () => {
    const order: string[] = [];
    const files = faultyFiles({ beforeDatasync: async () => void order.push("datasync") });
    const traced = {
      ...files,
      rename: async (from: string, to: string) => {
        order.push("rename");
        await files.rename(from, to);
      },
      syncDirectory: async (path: string) => {
        order.push("syncDirectory");
        await files.syncDirectory(path);
      },
    };
    const { writer } = await openWriter({ files: traced });
    order.length = 0;
    writer.append(events["a diff"] as AgentEvent, "urgent");
    await writer.whenCommitted(1);
    expect(order).toEqual(["syncDirectory", "datasync", "rename", "syncDirectory", "datasync"]);
    await writer.close();
  });

  it("that cannot be written end the writing, with no record that names them", async () => {
    const files = faultyFiles({
      write: (call) => (call === 2 ? { code: "ENOSPC", takenBytes: 50 } : undefined),
    });
    const { writer, path, failures } = await openWriter({ files });
    writer.append(events["a diff"] as AgentEvent, "urgent");
    await expect(writer.whenCommitted(1)).rejects.toMatchObject({ code: "writeFailed" });
    await writer.close();
    expect(failures).toHaveLength(1);
    const again = await openWriter({ path });
    again.writer.append(events["a diff"] as AgentEvent, "urgent");
    await again.writer.close();
    expect((await collect(readRecords(systemFiles, path))).flat()[0]?.event).toEqual(
      asStored(events["a diff"] as AgentEvent),
    );
  });
});
