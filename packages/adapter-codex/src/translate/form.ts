import type { Question } from "@nucleic/protocol";
import type { Json } from "../wire/messages.ts";
import { isObject, name, object, objects, strings, text } from "../wire/read.ts";

const yes = "Yes";
const no = "No";

/** One field of the form of an MCP elicitation, whose schema knows flat values only. */
export interface FormField {
  readonly key: string;
  readonly required: boolean;
  readonly schema: Json;
}

/** The fields of the form that is asked for; undefined where its schema is not one that a person can be asked by. */
export function formFields(params: Json): readonly FormField[] | undefined {
  const schema = object(params.requestedSchema);
  const properties = object(schema?.properties);
  if (schema?.type !== "object" || !properties) return undefined;
  const required = new Set(strings(schema.required));
  const fields = Object.entries(properties).map(([key, value]) => ({
    key,
    required: required.has(key),
    schema: object(value) ?? {},
  }));
  return fields.length > 0 && fields.every(({ schema: { type } }) => fieldTypes.has(type))
    ? fields
    : undefined;
}

const fieldTypes: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "array"]);

/** One question for each field; the server's message stands above the first. */
export function formQuestions(params: Json): Question[] {
  const message = text(params.message) ?? "";
  const server = name(params.serverName);
  return (formFields(params) ?? []).map(({ key, required, schema }, index) => {
    const label = name(schema.title) ?? key;
    const words = [index === 0 ? message : "", label, text(schema.description) ?? ""];
    const options = choicesOf(schema).map((choice) => ({ label: choice.label }));
    return {
      id: key,
      text: `${words.filter((line) => line !== "").join("\n")}${required ? "" : " (optional)"}`,
      ...(server !== undefined && { header: server }),
      options,
      multiSelect: schema.type === "array",
      freeText: options.length === 0,
    };
  });
}

/**
 * The answers as the values that the schema asks for. Undefined where a field that has to be there is not, or an answer
 * is none of its values: then the form is not accepted.
 */
export function formContent(
  params: Json,
  answers: Readonly<Record<string, readonly string[]>>,
): Record<string, unknown> | undefined {
  const content: Record<string, unknown> = {};
  for (const { key, required, schema } of formFields(params) ?? []) {
    const given = Object.hasOwn(answers, key) ? (answers[key] ?? []) : [];
    if (given.length === 0 && !required) continue;
    const value = readValue(schema, given);
    if (value === undefined) return undefined;
    content[key] = value;
  }
  return content;
}

function readValue(schema: Json, given: readonly string[]): unknown {
  const choices = choicesOf(schema);
  const chosen = given.map((answer) =>
    choices.length === 0 ? answer : choices.find(({ label }) => label === answer)?.value,
  );
  if (chosen.includes(undefined)) return undefined;
  if (schema.type === "array") return chosen;
  const [value] = chosen;
  if (schema.type !== "number" && schema.type !== "integer") return value;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  const fits = schema.type === "number" ? Number.isFinite(number) : Number.isInteger(number);
  return fits ? number : undefined;
}

interface Choice {
  readonly label: string;
  readonly value: string | boolean;
}

/** None for a field of free words or numbers. */
function choicesOf(schema: Json): readonly Choice[] {
  if (schema.type === "boolean")
    return [
      { label: yes, value: true },
      { label: no, value: false },
    ];
  const { items } = schema;
  const titled = objects(schema.oneOf ?? (isObject(items) ? items.anyOf : undefined));
  if (titled.length > 0)
    return titled.flatMap((option) => {
      const value = text(option.const);
      return value === undefined ? [] : [{ label: name(option.title) ?? value, value }];
    });
  const values = strings(isObject(items) ? items.enum : schema.enum);
  const names = strings(schema.enumNames);
  return values.map((value, index) => ({ label: names[index] ?? value, value }));
}
