/**
 * JSON with one form for one value: keys sorted by code unit, no white space, `undefined` members left out. What is
 * signed or digested is written this way.
 * @throws TypeError for what JSON has no form for: NaN, infinities, bigint, functions, symbols, cycles.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, v: unknown) => {
    if (typeof v === "number" && !Number.isFinite(v)) throw new TypeError(`${v} has no JSON form`);
    if (typeof v === "function" || typeof v === "symbol")
      throw new TypeError(`a ${typeof v} has no JSON form`);
    if (typeof v !== "object" || v === null || Array.isArray(v)) return v;
    return Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
