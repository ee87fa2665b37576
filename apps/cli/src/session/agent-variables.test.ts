import { expect, test } from "vitest";
import { agentVariables } from "./agent-variables.ts";

test("a name is handed on with its value here, and a value may be given", () => {
  expect(agentVariables(["KEY", "URL=http://a?b=c", "EMPTY="], { KEY: "k", OTHER: "o" })).toEqual({
    KEY: "k",
    URL: "http://a?b=c",
    EMPTY: "",
  });
  expect(agentVariables(undefined, { KEY: "k" })).toEqual({});
});

test.each(["MISSING", "1A=x", "=x", "A B=x", ""])("%j is refused", (word) => {
  expect(() => agentVariables([word], {})).toThrow(expect.objectContaining({ code: "usage" }));
});
