import fc from "fast-check";
import { expect, test } from "vitest";
import { safeLine, safeOutput, safeText } from "./sanitize.ts";

test.each([
  ["a colour", "\u001b[31mred", "␛[31mred"],
  ["a title", "\u001b]0;owned\u0007", "␛]0;owned␇"],
  ["the clipboard", "\u001b]52;c;cm0gLXJm\u001b\\", "␛]52;c;cm0gLXJm␛\\"],
  ["an 8-bit control sequence", "\u009b2J", "<U+009B>2J"],
  ["a backspace over what stood there", "rm -rf\b\b\b\b\b\bls", "rm -rf␈␈␈␈␈␈ls"],
  ["text that reads backwards", "a\u202Egpj.exe", "a<U+202E>gpj.exe"],
  ["isolates", "\u2066x\u2069", "<U+2066>x<U+2069>"],
  ["invisible characters", "a\u200bb\ufeff", "a<U+200B>b<U+FEFF>"],
  ["a message in tag characters", "x\u{e0041}", "x<U+E0041>"],
  ["a line separator", "a\u2028b", "a<U+2028>b"],
  ["half a surrogate pair", "\ud83d", "\ufffd"],
  ["a carriage return that hides the line", "echo ok\rrm x", "echo ok␍rm x"],
])("%s is shown, not executed", (_what, text, shown) => {
  expect(safeText(text)).toBe(shown);
  expect(safeLine(text)).toBe(shown);
});

test.each([
  ["wide text", "中文 ｗｉｄｅ"],
  ["a family joined by joiners", "👨‍👩‍👧"],
  ["an accent on its own", "e\u0301"],
])("%s stays as it is", (_what, text) => {
  expect(safeText(text)).toBe(text);
});

test("line ends stay in text and are shown in a line", () => {
  expect(safeText("a\r\nb\nc")).toBe("a\nb\nc");
  expect(safeLine("ls\nrm -rf ~")).toBe("ls␊rm -rf ~");
});

test("output loses its colours and nothing else", () => {
  expect(safeOutput("\u001b[1;32mok\u001b[0m 10%\r20%\u001b[2K")).toBe("ok 10%\n20%␛[2K");
});

test("whatever comes in, only printable characters and line ends go out", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      for (const safe of [safeText(text), safeOutput(text), safeLine(text)])
        expect(safe).not.toMatch(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});
