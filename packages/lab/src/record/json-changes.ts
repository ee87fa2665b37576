import { withoutNumbers } from "./uuid-numbers.ts";

const maxShown = 60;

/**
 * How one JSON value differs from another, one line for each place. The order of keys is no difference, and neither is
 * the number of a sanitised id.
 */
export function jsonChanges(before: unknown, after: unknown, path = "."): string[] {
  if (Object.is(before, after) || sameButNumbers(before, after)) return [];
  if (isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      member(
        before,
        after,
        key,
        Array.isArray(before) ? `${path}[${key}]` : `${path === "." ? "" : path}.${key}`,
      ),
    );
  return [`${path}: ${shown(before)} → ${shown(after)}`];
}

const sameButNumbers = (before: unknown, after: unknown): boolean =>
  typeof before === "string" && typeof after === "string" && withoutNumbers(before) === withoutNumbers(after);

function member(before: JsonObject, after: JsonObject, key: string, path: string): string[] {
  if (!Object.hasOwn(after, key)) return [`- ${path} = ${shown(before[key])}`];
  if (!Object.hasOwn(before, key)) return [`+ ${path} = ${shown(after[key])}`];
  return jsonChanges(before[key], after[key], path);
}

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
