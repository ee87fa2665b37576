import { expect, it } from "vitest";
import { collect, iterate, scriptedRuntime, until } from "./support.ts";

const say = (text: string) => ({ name: "say", replies: [[{ say: text }]] });

it("a session that this process holds without a run is taken up in place: who watches it goes on", async () => {
  const { runtime, create } = await scriptedRuntime(say("Hello."));
  const first = await create({ input: "greet me" });
  await until(iterate(first), "turnCompleted");
  await first.close();

  const held = await runtime.openSession(first.id);
  const watched = iterate(held, { fromSeq: held.lastSeq + 1 });
  const resumed = await runtime.resumeSession(first.id, { input: "again" });
  expect(resumed).toBe(held);
  const { all } = await until(watched, "turnCompleted");
  expect(all[0]?.seq).toBe(held.lastSeq - all.filter(({ seq }) => seq !== undefined).length + 1);
  expect(held.isRunning).toBe(true);
  await expect(runtime.resumeSession(first.id)).rejects.toMatchObject({ code: "sessionOpen" });
});

it("of two that take it up at once one does, and the other does not end what it began", async () => {
  const { runtime, create } = await scriptedRuntime(say("Hello."));
  const first = await create({ input: "greet me" });
  await until(iterate(first), "turnCompleted");
  await first.close();

  const held = await runtime.openSession(first.id);
  const watched = iterate(held, { fromSeq: held.lastSeq + 1 });
  const both = await Promise.allSettled(
    ["again", "and again"].map((input) => runtime.resumeSession(first.id, { input })),
  );
  expect(both).toMatchObject([
    { status: "fulfilled" },
    { status: "rejected", reason: { code: "sessionOpen" } },
  ]);
  await until(watched, "turnCompleted");
  expect(held).toMatchObject({ isRunning: true, isClosed: false });
});

it("names its log, the same through every opening", async () => {
  const { runtime, create } = await scriptedRuntime(say("Hello."));
  const session = await create({ input: "greet me" });
  await until(iterate(session), "turnCompleted");
  const { logId, id } = session;
  await session.close();
  await using again = await runtime.openSession(id);
  expect(again.logId).toBe(logId);
  expect(again.isRunning).toBe(false);
});

it("tells of each session whose row was written", async () => {
  const written: string[] = [];
  const { create } = await scriptedRuntime(say("Hello."), { onSessionWritten: (id) => written.push(id) });
  const session = await create({ input: "greet me" });
  await until(iterate(session), "turnCompleted");
  await session.close();
  expect(new Set(written)).toEqual(new Set([session.id]));
});

it("a text that stands out of line is read in pieces, by its hash and nothing else", async () => {
  const image = Buffer.alloc(100_000, 7);
  const { runtime, create } = await scriptedRuntime(say("I see."));
  const session = await create({
    input: {
      text: "look",
      context: [{ kind: "image", mediaType: "image/png", data: image.toString("base64") }],
    },
  });
  await until(iterate(session), "turnCompleted");
  await session.close();
  const events = await collect(runtime.readTranscript(session.id, 1, { blobs: "named" }));
  const refs = events.flatMap((event) => (event as { blobs?: { hash: string }[] }).blobs ?? []);
  const [ref] = refs;
  if (ref === undefined) throw new Error("nothing stands out of line");
  const piece = await runtime.readBlob(session.id, ref.hash, { offset: 99_990, length: 50 });
  expect(piece.sizeBytes).toBe(100_000);
  expect(Buffer.from(piece.data)).toEqual(image.subarray(99_990));
  for (const name of ["../transcript.jsonl", "", "0".repeat(64)])
    await expect(runtime.readBlob(session.id, name, { offset: 0, length: 1 }), name).rejects.toMatchObject({
      code: "missing",
    });
});

it("a reader that wants large texts named gets them so, from the disk and live alike", async () => {
  const data = Buffer.alloc(100_000, 7).toString("base64");
  const { runtime, create } = await scriptedRuntime(say("I see."));
  const session = await create();
  const live = iterate(session, { blobs: "named" });
  const image = { kind: "image" as const, mediaType: "image/png", data };
  await session.send({ text: "look", context: [image] });
  const { event: seen } = await until(live, "userMessage");
  const { event: read } = await until(iterate(session, { blobs: "named" }), "userMessage");
  const { event: whole } = await until(iterate(session), "userMessage");
  expect(seen).toEqual(read);
  expect(seen.context).toMatchObject([{ kind: "image", data: "" }]);
  expect(seen).toHaveProperty("blobs", [expect.objectContaining({ bytes: 100_000 })]);
  expect(whole.context).toEqual([image]);
  await session.close();
  const last = session.lastSeq;
  const few = await collect(runtime.readTranscript(session.id, last - 2, { untilSeq: last - 1 }));
  expect(few.map((event) => (event as { readonly seq: number }).seq)).toEqual([last - 2, last - 1]);
});
