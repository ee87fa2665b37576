import { describe, expect, test } from "vitest";
import { assess } from "../src/index.ts";
import { commands, requestFor, toolCalls } from "./corpus.ts";

test("the corpus is large, and says each thing once", () => {
  expect(commands.length + toolCalls.length).toBeGreaterThan(400);
  expect(new Set(commands.map(([command]) => command)).size).toBe(commands.length);
});

describe("a command", () => {
  test.each(commands)("%j: %s", (command, risk) => {
    const found = assess(requestFor("Bash", { command }));
    expect(found, found.riskReasons.join("; ")).toMatchObject({ risk });
    expect(found.riskReasons.length).toBeGreaterThan(0);
  });
});

describe("a call of a tool", () => {
  test.each(toolCalls)("%s %o: %s", (tool, input, risk) => {
    const found = assess(requestFor(tool, input));
    expect(found, found.riskReasons.join("; ")).toMatchObject({ risk });
  });
});
