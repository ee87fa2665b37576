/**
 * JSON with one form for one value, after {@link https://www.rfc-editor.org/rfc/rfc8785 | RFC 8785}: keys sorted by
 * UTF-16 code unit, no white space, numbers and strings as ECMAScript writes them. What is signed or digested is
 * written this way. Where the RFC refuses a lone surrogate, it is escaped: what a model writes must have a digest.
 * As in `JSON.stringify`, `toJSON` is respected, members that are `undefined` are left out, and `undefined` in an array
 * is `null`.
 * @throws TypeError for what JSON has no form for: NaN, infinities, bigint, functions, symbols, cycles, and `undefined`
 * itself.
 */
export function canonicalJson(value: unknown): string {
  return write(value, new Set());
}

/** @param within the objects around this value, to notice a cycle */
function write(value: unknown, within: Set<object>): string {
  switch (typeof value) {
    case "string":
    case "boolean":
      return JSON.stringify(value);
    case "number":
      if (Number.isFinite(value)) return JSON.stringify(value);
      throw new TypeError(`${value} has no JSON form`);
    case "object":
      return value === null ? "null" : writeObject(value, within);
    default:
      throw new TypeError(`a value of type ${typeof value} has no JSON form`);
  }
}

function writeObject(value: object, within: Set<object>): string {
  if ("toJSON" in value && typeof value.toJSON === "function") return write(value.toJSON(), within);
  if (within.has(value)) throw new TypeError("a cycle has no JSON form");
  within.add(value);
  const text = Array.isArray(value) ? writeArray(value, within) : writeMembers(value, within);
  within.delete(value);
  return text;
}

function writeArray(value: readonly unknown[], within: Set<object>): string {
  return `[${Array.from(value, (item) => write(item ?? null, within)).join(",")}]`;
}

// Written out by hand: an object rebuilt for JSON.stringify would put keys like `10` first, whatever their order.
function writeMembers(value: object, within: Set<object>): string {
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${write(member, within)}`);
  return `{${members.join(",")}}`;
}
