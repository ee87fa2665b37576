import { expect, test } from "vitest";
import { maxLineChars, setupLine } from "./setup-line.ts";

const esc = "\u001b";

test.each<[string, string, string]>([
  ["plain text as it is", "added 12 packages", "added 12 packages"],
  ["no colours", `${esc}[32m✓${esc}[0m built`, "✓ built"],
  ["no window title", `${esc}]0;npm${"\u0007"}ready`, "ready"],
  ["of a progress bar what stood there last", "10%\r50%\r100%", "100%"],
  ["of one that ends with a return too", "10%\r100%\r", "100%"],
  ["nothing of nothing", "\r\r", ""],
  ["other control characters, for whoever shows them", "a\u0000b\u0007", "a\u0000b\u0007"],
])("keeps %s", (_name, written, kept) => {
  expect(setupLine(Buffer.from(written))).toBe(kept);
});

test("bytes that are no text lose nothing around them", () => {
  expect(setupLine(Uint8Array.of(0x61, 0xff, 0xfe, 0x62))).toBe("a\ufffd\ufffdb");
});

test("a long line is cut, never inside a character, and says how long it was", () => {
  const line = setupLine(`${"x".repeat(maxLineChars - 1)}🦀🦀`);
  expect(line).toBe(`${"x".repeat(maxLineChars - 1)} … (a line of ${maxLineChars + 3} characters)`);
  expect(setupLine("head", 5_000_000)).toBe("head … (a line of 5000000 bytes)");
});
