/** Reading the parsed JSON of a request, whose shape is the client's affair. */
export type Json = Readonly<Record<string, unknown>>;

/** The value as an object; an empty one where it is none. */
export const asRecord = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

/** The value as a list; an empty one where it is none. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The value as a string, or the other one. */
export const asString = (value: unknown, otherwise: string): string =>
  typeof value === "string" ? value : otherwise;
