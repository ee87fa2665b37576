import { expect, test } from "vitest";
import { parseKeys } from "./keys.ts";

test.each([
  ["a letter", "y", [{ kind: "char", char: "y" }]],
  ["a character outside the basic plane", "👍", [{ kind: "char", char: "👍" }]],
  ["enter", "\r", [{ kind: "enter" }]],
  ["escape alone", "\u001b", [{ kind: "escape" }]],
  ["an arrow in both modes", "\u001b[A\u001bOB", [{ kind: "up" }, { kind: "down" }]],
  ["ctrl-c and ctrl-d", "\u0003\u0004", [{ kind: "interrupt" }, { kind: "end" }]],
  ["backspace", "\u007f\b", [{ kind: "backspace" }, { kind: "backspace" }]],
  [
    "a window that comes up and goes behind",
    "\u001b[I\u001b[O",
    [{ kind: "focused" }, { kind: "unfocused" }],
  ],
  ["a function key is nothing", "\u001b[15~", [{ kind: "other" }]],
  ["alt with a letter is not the letter", "\u001by", [{ kind: "other" }]],
  ["a pasted text is many keys", "yes", ["y", "e", "s"].map((char) => ({ kind: "char", char }))],
  ["nothing", "", []],
])("%s", (_what, chunk, keys) => {
  expect(parseKeys(chunk)).toEqual(keys);
});
