/**
 * JSON with one form for one value, after {@link https://www.rfc-editor.org/rfc/rfc8785 | RFC 8785}: keys sorted by
 * UTF-16 code unit, no white space, numbers and strings as ECMAScript writes them. What is signed or digested is
 * written this way. As in `JSON.stringify`, `toJSON` is respected, members that are `undefined` are left out, and
 * `undefined` in an array is `null`.
 * @throws TypeError for what JSON has no form for: NaN, infinities, bigint, functions, symbols, lone surrogates,
 * cycles, and `undefined` itself.
 */
export function canonicalJson(value: unknown): string {
  return write(value, new Set());
}

/** @param within the objects around this value, to notice a cycle */
function write(value: unknown, within: Set<object>): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value === "string" && value.isWellFormed()) return JSON.stringify(value);
  if (typeof value === "string") throw new TypeError("a string with a lone surrogate has no canonical form");
  if (typeof value === "number") throw new TypeError(`${value} has no JSON form`);
  if (typeof value !== "object") throw new TypeError(`a value of type ${typeof value} has no JSON form`);
  if (within.has(value)) throw new TypeError("a cycle has no JSON form");
  within.add(value);
  const text = writeObject(value, within);
  within.delete(value);
  return text;
}

// Written out by hand: an object built for JSON.stringify would put integer-like keys first, whatever their order.
function writeObject(value: object, within: Set<object>): string {
  if ("toJSON" in value && typeof value.toJSON === "function") return write(value.toJSON(), within);
  if (Array.isArray(value)) return `[${value.map((item) => write(item ?? null, within)).join(",")}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${write(key, within)}:${write(member, within)}`);
  return `{${members.join(",")}}`;
}
