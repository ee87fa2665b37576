import { expect, test } from "vitest";
import { BoundedOutput } from "./bounded-output.ts";

test.each([0, 1, 11_999, 12_000, 12_001, 24_000])("%i characters are all there", (length) => {
  const output = new BoundedOutput();
  const text = "abcdefghij".repeat(2_400).slice(0, length);
  for (let at = 0; at < length; at += 7_001) output.push(text.slice(at, at + 7_001));
  expect(output.text()).toBe(text);
});

test("of more there are head, tail and how much was between, however it came", () => {
  for (const piece of [1_000, 13_000, 100_000]) {
    const output = new BoundedOutput();
    const text = `head${"x".repeat(99_992)}tail`;
    for (let at = 0; at < text.length; at += piece) output.push(text.slice(at, at + piece));
    const bounded = output.text();
    expect(bounded).toMatch(/^head[\s\S]*\[76000 characters left out\][\s\S]*tail$/);
    expect(bounded.length).toBeLessThan(24_100);
  }
});
