import { expect, test } from "vitest";
import { agents, chunk, done, Played, thought } from "../../test/played.ts";

const finals = (played: Played) =>
  [...played.all("thinking"), ...played.all("assistantText")].flatMap((e) => (e.isPartial ? [] : [e.text]));

test.each([
  ["one message, in pieces", [chunk("a"), chunk("b")], ["ab"]],
  ["empty pieces say nothing", [chunk(""), chunk("a"), chunk("")], ["a"]],
  ["thoughts and words are blocks of their own", [thought("t"), chunk("a"), thought("u")], ["t", "u", "a"]],
  ["a message of another id", [chunk("a", { messageId: "1" }), chunk("b", { messageId: "2" })], ["a", "b"]],
  ["a message of the same id", [chunk("a", { messageId: "1" }), chunk("b", { messageId: "1" })], ["ab"]],
  [
    "counts of tokens come in between",
    [chunk("a"), { sessionUpdate: "usage_update", used: 1, size: 2 }, chunk("b")],
    ["ab"],
  ],
])("%s", (_, updates, texts) => {
  const played = new Played().ready();
  played.turn(done, () => played.updates(...updates));
  expect(finals(played)).toEqual(texts);
  played.check();
});

test("the ids of messages are ours, and never come twice", () => {
  const played = new Played().ready();
  for (let turn = 0; turn < 2; turn++)
    played.turn(done, () =>
      played.updates(chunk("a", { messageId: "1" }), thought("t"), chunk("b", { messageId: "1" })),
    );
  const ids = [...played.all("thinking"), ...played.all("assistantText")].flatMap((e) =>
    e.isPartial ? [] : [e.messageId],
  );
  expect(new Set(ids).size).toBe(6);
});

test("what is no text is passed on as it is", () => {
  const played = new Played().ready();
  const picture = { sessionUpdate: "agent_message_chunk", content: { type: "image", data: "AA==" } };
  played.turn(done, () => played.updates(picture));
  expect(played.all("raw")).toMatchObject([{ native: { params: { update: picture } } }]);
});

const warning =
  "Model metadata for `m` not found. Defaulting to fallback metadata; this can degrade performance.";

test("codex-acp's warnings are not the model's words", () => {
  const played = new Played(agents["codex-acp"]).ready();
  played.turn(done, () => played.updates(chunk(warning), chunk("Hello.")));
  expect(finals(played)).toEqual(["Hello."]);
  expect(played.all("raw").length).toBe(1);
  expect(played.all("turnCompleted")[0]?.finalText).toBe("Hello.");
});

test("nor is what the model says a warning, because it reads like one", () => {
  const played = new Played(agents["codex-acp"]).ready();
  played.turn(done, () => played.updates(chunk("It says: "), chunk(warning)));
  expect(finals(played)).toEqual([`It says: ${warning}`]);
  const other = new Played(agents.grok).ready();
  other.turn(done, () => other.updates(chunk(warning)));
  expect(finals(other)).toEqual([warning]);
});
