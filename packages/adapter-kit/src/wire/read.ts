/**
 * An object of a wire, as JSON.parse gives it. Nothing is trusted to be in it: what is wanted of it goes through the
 * readers below, each of which answers the value where it has the type, else undefined (of a list: what has it).
 */
export type Json = Readonly<Record<string, unknown>>;

/** An object, and no list. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A string, which may be empty. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** As {@link text}, and not empty. */
export function name(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A finite one. */
export function number(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** An integer, not negative. */
export function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}

/** As {@link isObject}. */
export function object(value: unknown): Json | undefined {
  return isObject(value) ? value : undefined;
}

/** The objects of a list; what is not an object is left out. */
export function objects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The strings of a list; what is not a string is left out. */
export function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

/** What stands at a path of own keys, or undefined. */
export function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  );
}
