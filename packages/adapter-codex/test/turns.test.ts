import { expect, test } from "vitest";
import { bench, faultsOf, Recording, say } from "./lab.ts";
import "./patience.ts";

test("a word in the middle of a text cuts it short, within the same turn", async () => {
  await using lab = await bench({
    replies: [[{ say: "Once upon a time" }, { gate: "told" }], [{ say: "Brief." }]],
  });
  await using run = await lab.backend.start(lab.spec(), {});
  const events = new Recording(run);
  await run.send(say("tell a story"));
  await lab.model.gateReached("told");
  await run.steer(say("be brief"));
  const { finalText } = await events.next("turnCompleted", ({ outcome }) => outcome === "completed");
  await run.close();
  expect(finalText).toBe("Brief.");
  expect(events.of("turnStarted")).toHaveLength(1);
  expect(events.of("userMessage").map(({ text, steer }) => [text, steer])).toEqual([
    ["tell a story", undefined],
    ["be brief", true],
  ]);
  expect(JSON.stringify(lab.model.requests.main.at(-1)?.body)).toContain("be brief");
  expect(faultsOf(await events.done)).toEqual([]);
});

test("a word that comes when the turn is over makes the next turn, and is told once", async () => {
  await using lab = await bench({ replies: [[{ say: "Done." }], [{ say: "Brief." }]] });
  await using run = await lab.backend.start(lab.spec(), {});
  const events = new Recording(run);
  await run.send(say("work"));
  await events.next("turnCompleted");
  await run.steer(say("be brief"));
  await events.next("turnCompleted", () => true, 1);
  await run.close();
  expect(events.of("userMessage").map(({ text }) => text)).toEqual(["work", "be brief"]);
  expect(events.of("turnCompleted").map(({ finalText }) => finalText)).toEqual(["Done.", "Brief."]);
  expect(faultsOf(await events.done)).toEqual([]);
});

test("what is sent while a turn runs waits for it, in its order, also where it is interrupted", async () => {
  await using lab = await bench({
    replies: [[{ say: "One" }, { gate: "never" }], [{ say: "Two." }], [{ say: "Three." }]],
  });
  await using run = await lab.backend.start(lab.spec(), {});
  const events = new Recording(run);
  await run.send(say("one"));
  await lab.model.gateReached("never");
  await run.send(say("two"));
  await run.send(say("three"));
  await run.interrupt();
  await events.next("turnCompleted", () => true, 2);
  await run.close();
  expect(events.of("turnCompleted").map(({ outcome, finalText }) => [outcome, finalText])).toEqual([
    ["interrupted", undefined],
    ["completed", "Two."],
    ["completed", "Three."],
  ]);
  expect(events.of("userMessage").every(({ steer }) => steer === undefined)).toBe(true);
  expect(faultsOf(await events.done)).toEqual([]);
});

test("an interruption right behind the message ends its turn, and leaves the session usable", async () => {
  // Whether the model was asked by then is anybody's guess.
  const reply = [{ say: "One" }, { gate: "told" }] as const;
  await using lab = await bench({ replies: [reply, reply] });
  await using run = await lab.backend.start(lab.spec(), {});
  const events = new Recording(run);
  await run.send(say("one"));
  await run.interrupt();
  lab.model.openGate("told");
  await run.send(say("two"));
  await events.next("turnCompleted", () => true, 1);
  await run.close();
  expect(events.of("turnCompleted").map(({ outcome }) => outcome)).toEqual(["interrupted", "completed"]);
  expect(faultsOf(await events.done)).toEqual([]);
});

test("a word right behind the message belongs to its turn", async () => {
  const reply = [{ say: "One" }, { gate: "told" }] as const;
  await using lab = await bench({ replies: [reply, reply] });
  await using run = await lab.backend.start(lab.spec(), {});
  const events = new Recording(run);
  await run.send(say("one"));
  await run.steer(say("two"));
  lab.model.openGate("told");
  await events.next("turnCompleted");
  await run.close();
  expect(events.of("turnStarted")).toHaveLength(1);
  expect(JSON.stringify(lab.model.requests.main.at(-1)?.body)).toContain('"two"');
  expect(faultsOf(await events.done)).toEqual([]);
});
