import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { schemaText } from "../../scripts/schema-text.ts";
import { PolicyError } from "../policy-error.ts";
import { parseJson } from "./json-positions.ts";
import { parsePolicy } from "./parse-policy.ts";

const valid = `{
  "version": 1,
  "base": "ask",
  "rules": [
    { "effect": "allow", "command": ["npm test *", "git status"], "why": "tests" },
    { "effect": "deny", "risk": "destructive" },
    { "effect": "ask", "path": "secrets/**", "backend": "codex" }
  ]
}`;

it("reads a policy", () => {
  expect(parsePolicy(valid)).toEqual(JSON.parse(valid));
});

describe("a fault is told with its place", () => {
  it.each<[string, number, number, string]>([
    ["", 1, 1, "a value is missing"],
    ["{", 1, 2, '"quotes"'],
    ['{\n  "version": 1,\n  "rules": [}\n', 3, 13, "a value is missing"],
    ['{\n  "version": 1\n  "rules": []\n}', 3, 3, ", or } is missing"],
    ['{ "version": 1, "version": 1, "rules": [] }', 1, 17, "twice"],
    ['{ "version": 01, "rules": [] }', 1, 14, "01 is no JSON"],
    ['{ "version": 1, "rules": [] } x', 1, 31, "behind the end"],
    ["[]", 1, 1, "the file"],
    ['{\n  "version": 2,\n  "rules": []\n}', 2, 14, "version"],
    ['{ "version": 1 }', 1, 1, "rules"],
    ['{\n  "version": 1,\n  "rules": [{ "effect": "permit" }]\n}', 3, 25, "rules[0].effect"],
    ['{\n  "version": 1,\n  "rules": [{ "effect": "deny", "comand": "x" }]\n}', 3, 43, "rules[0].comand"],
    ['{\n  "version": 1,\n  "rules": [{ "effect": "allow" }]\n}', 3, 13, "would allow everything"],
    [
      '{ "version": 1, "rules": [{ "effect": "allow", "command": "bash -c *" }] }',
      1,
      59,
      "runs whatever follows",
    ],
    ['{ "version": 1, "rules": [{ "effect": "allow", "command": "a; b" }] }', 1, 59, "plain words"],
    ['{ "version": 1, "rules": [{ "effect": "allow", "command": "git *" }] }', 1, 59, 'as in "git status *"'],
    [
      '{ "version": 1, "rules": [{ "effect": "allow", "command": "x *" }] }',
      1,
      59,
      "no program that is known",
    ],
    ['{ "version": 1, "rules": [{ "effect": "allow", "command": "* x" }] }', 1, 59, "the name of a program"],
    ['{ "version": 1, "rules": [{ "effect": "allow", "command": "*" }] }', 1, 59, "the name of a program"],
    ['{ "version": 1, "rules": [{ "effect": "allow", "command": "rm *" }] }', 1, 59, '"risk": "destructive"'],
    ['{ "version": 1, "rules": [{ "effect": "deny", "command": "a | b" }] }', 1, 58, "plain words"],
    ['{ "version": 1, "rules": [{ "effect": "ask", "command": "$(x)" }] }', 1, 57, "plain words"],
    ['{ "version": 1, "rules": [{ "effect": "deny", "tool": "mcp:db" }] }', 1, 55, "mcp:server/tool"],
    ['{ "version": 1, "rules": [{ "effect": "allow", "tool": "mcp:*/get" }] }', 1, 56, "name the server"],
    ['{ "version": 1, "rules": [{ "effect": "allow", "tool": "mcp:a/b__c" }] }', 1, 56, "another server"],
    ['{ "version": 1, "rules": [{ "effect": "allow", "path": "../x" }] }', 1, 56, "leads out"],
    ['{ "version": 1, "rules": [{ "effect": "allow", "tool": "Shell" }] }', 1, 56, "rules[0].tool"],
  ])("%j: line %i, column %i", (text, line, column, message) => {
    const error = (() => {
      try {
        return parsePolicy(text);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(PolicyError);
    expect(error).toMatchObject({ code: "badPolicy", position: { line, column } });
    expect((error as PolicyError).message).toContain(message);
  });
});

it("reads all JSON as JSON is read, and nothing else", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      expect(parseJson(text).value).toEqual(JSON.parse(text));
    }),
  );
  fc.assert(
    fc.property(fc.string(), fc.constantFrom("", '"', "[1,", '{"a":', "1e"), (rest, begin) => {
      const read = (parse: (text: string) => unknown) => {
        try {
          return JSON.stringify(parse(begin + rest));
        } catch {
          return "no JSON";
        }
      };
      expect(read((text) => parseJson(text).value)).toBe(read(JSON.parse));
    }),
  );
});

describe("the schema for others", () => {
  it("is what the code generates", () => {
    const committed = readFileSync(new URL("../../schema/policy.json", import.meta.url), "utf8");
    expect(committed, "run `pnpm --filter @nucleic/policy run schema`").toBe(schemaText());
  });

  it("takes what is taken here", () => {
    const isPolicy = new Ajv2020({ strict: false }).compile(JSON.parse(schemaText()));
    expect(isPolicy(JSON.parse(valid))).toBe(true);
    expect(isPolicy({ version: 1, rules: [{ effect: "permit" }] })).toBe(false);
  });
});
