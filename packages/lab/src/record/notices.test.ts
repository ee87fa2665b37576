import { expect, test } from "vitest";
import type { Notice } from "./dialogue.ts";
import { Notices } from "./notices.ts";

const ask = (id: string): Notice => ({ kind: "ask", id, reply: () => [id] });

test("an ask is taken by what its line says, and stays for others where it does not fit", async () => {
  const notices = new Notices();
  const second = notices.takeAsk("two");
  notices.add(ask("1"), "about one");
  notices.add(ask("2"), "about two");
  expect((await second).id).toBe("2");
  expect((await notices.takeAsk()).id).toBe("1");
});

test("what was withdrawn is not taken", async () => {
  const notices = new Notices();
  notices.add(ask("1"), "");
  notices.add({ kind: "withdrawn", id: "1" }, "");
  notices.add(ask("2"), "");
  expect((await notices.takeAsk()).id).toBe("2");
});

test("the rest is answered as it comes, what is open first", () => {
  const notices = new Notices();
  const answered: string[] = [];
  notices.add(ask("1"), "");
  notices.answerRest(({ id }) => answered.push(id));
  notices.add(ask("2"), "");
  expect(answered).toEqual(["1", "2"]);
});

test("an end is told to whoever waits, with its reason where there is one", async () => {
  const notices = new Notices();
  const waits = [notices.ready(), notices.takeAsk("two"), notices.takeTurnEnd()];
  notices.end();
  const results = await Promise.allSettled(waits);
  expect(results.map((result) => result.status === "rejected" && result.reason.message)).toEqual([
    "the CLI ended before it could be talked to",
    "the CLI ended before it asked about two",
    "the CLI ended before the turn ended",
  ]);
  notices.end(new Error("a reason"));
  await expect(notices.ready()).rejects.toThrow("a reason");
});
