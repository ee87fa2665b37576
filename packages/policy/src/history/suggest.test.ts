import type { Decision } from "@nucleic/protocol";
import { describe, expect, it } from "vitest";
import { requestFor } from "../../test/corpus.ts";
import { autoPolicy, type PolicyRule } from "../decide/policy.ts";
import type { PastRequest } from "./history.ts";
import { replay } from "./replay.ts";
import { suggestRules } from "./suggest.ts";

const past = (
  command: string,
  kind: "allow" | "deny" = "allow",
  by: PastRequest["decidedBy"] = "person",
): PastRequest => ({
  request: requestFor("Bash", { command }),
  folder: "/srv/tree",
  decision: { kind } as Decision,
  decidedBy: by,
});
const suggest = (...history: readonly PastRequest[]) =>
  suggestRules(history, [autoPolicy]).map(({ rule, saved }) => [rule.command, saved]);
const times = (count: number, command: string) => Array.from({ length: count }, () => past(command));

describe("suggested is", () => {
  it("the narrowest rule that saves as many", () => {
    expect(suggest(...times(3, "npm test"))).toEqual([["npm test", 3]]);
    expect(suggest(past("npm test"), past("npm test -- a"))).toEqual([["npm test *", 2]]);
  });

  it("what saves the most first", () => {
    expect(suggest(...times(2, "make check"), ...times(5, "npm run build"))).toEqual([
      ["npm run build", 5],
      ["make check", 2],
    ]);
  });

  it("one rule for each command of a list", () => {
    expect(suggest(...times(2, "npm test"), ...times(2, "npm test && npm run lint"))).toEqual([
      ["npm test", 2],
      ["npm run lint", 2],
    ]);
  });

  it("nothing that is allowed already, was asked once, may not be undone, or is not known", () => {
    expect(
      suggest(...times(3, "git status"), past("npm test"), ...times(3, "rm a"), ...times(3, "cat ../x")),
    ).toEqual([]);
  });

  it("nothing that would have allowed what a person refused", () => {
    expect(suggest(past("npm test a"), past("npm test b"), past("npm test c", "deny"))).toEqual([]);
    expect(suggest(...times(2, "npm test"), past("npm test c", "deny"))).toEqual([["npm test", 2]]);
  });

  it("nothing from what no person said", () => {
    expect(suggest(past("npm test", "allow", "rule"), past("npm test", "deny", "expired"))).toEqual([]);
  });
});

it("a replay tells what would have become of a request", () => {
  const rules: readonly PolicyRule[] = [{ effect: "allow", command: "npm test *" }];
  const sources = [{ name: "new", policy: { version: 1, rules } } as const];
  const told = (one: PastRequest) => {
    const { outcome, isSaved, isAgainst } = replay(sources, one);
    return [outcome.effect, isSaved, isAgainst];
  };
  expect(told(past("npm test"))).toEqual(["allow", true, false]);
  expect(told(past("npm test", "deny"))).toEqual(["allow", true, true]);
  expect(told(past("npm test", "allow", "rule"))).toEqual(["allow", false, false]);
  expect(told(past("rm a"))).toEqual(["ask", false, false]);
});
