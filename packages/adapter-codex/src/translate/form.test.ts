import { describe, expect, test } from "vitest";
import { formContent, formFields, formQuestions } from "./form.ts";

const params = (properties: object, required: readonly string[] = []) => ({
  message: "Fill in",
  serverName: "s",
  requestedSchema: { type: "object", properties, required },
});

describe("a field", () => {
  test.each([
    [{ type: "string" }, [], true, false],
    [{ type: "number" }, [], true, false],
    [{ type: "boolean" }, ["Yes", "No"], false, false],
    [{ type: "string", enum: ["a", "b"] }, ["a", "b"], false, false],
    [{ type: "string", enum: ["a", "b"], enumNames: ["A"] }, ["A", "b"], false, false],
    [{ type: "string", oneOf: [{ const: "a", title: "A" }, { const: "b" }] }, ["A", "b"], false, false],
    [{ type: "array", items: { type: "string", enum: ["a", "b"] } }, ["a", "b"], false, true],
    [{ type: "array", items: { anyOf: [{ const: "a", title: "A" }] } }, ["A"], false, true],
  ])("%j is a question", (schema, labels, freeText, multiSelect) => {
    const [question] = formQuestions(params({ f: schema }, ["f"]));
    expect(question?.options.map(({ label }) => label)).toEqual(labels);
    expect(question).toMatchObject({ id: "f", text: "Fill in\nf", header: "s", freeText, multiSelect });
  });

  test.each([
    ["no fields", params({})],
    ["a nested value", params({ f: { type: "object" } })],
    ["no object", { requestedSchema: { type: "array" } }],
    ["no schema", {}],
  ])("of a form with %s cannot be asked for", (_name, form) => {
    expect(formFields(form)).toBeUndefined();
  });
});

describe("answers become the schema's values", () => {
  test.each([
    [{ type: "string" }, ["words"], "words"],
    [{ type: "number" }, ["1.5"], 1.5],
    [{ type: "integer" }, ["3"], 3],
    [{ type: "boolean" }, ["No"], false],
    [{ type: "string", oneOf: [{ const: "a", title: "A" }] }, ["A"], "a"],
    [{ type: "array", items: { enum: ["a", "b"] } }, ["b", "a"], ["b", "a"]],
    [{ type: "array", items: { enum: ["a"] } }, [], []],
  ])("%j answered %j is %j", (schema, given, value) => {
    expect(formContent(params({ f: schema }, ["f"]), { f: given })).toEqual({ f: value });
  });

  test.each([
    [{ type: "number" }, ["many"]],
    [{ type: "number" }, [""]],
    [{ type: "integer" }, ["1.5"]],
    [{ type: "boolean" }, ["maybe"]],
    [{ type: "string", enum: ["a"] }, ["b"]],
    [{ type: "string" }, []],
  ])("%j answered %j is none", (schema, given) => {
    expect(formContent(params({ f: schema }, ["f"]), { f: given })).toBeUndefined();
  });

  test("what need not be answered may be left out; what was not asked for is", () => {
    const form = params({ a: { type: "string" }, b: { type: "string" } }, ["a"]);
    expect(formContent(form, { a: ["x"], c: ["y"] })).toEqual({ a: "x" });
    expect(formContent(params({ constructor: { type: "string" } }), {})).toEqual({});
  });
});
