/** A value of TOML, as far as settings on a command line need it. */
export type TomlValue = string | number | boolean | readonly TomlValue[] | TomlTable;

export interface TomlTable {
  readonly [key: string]: TomlValue;
}

/** One line of TOML; tables become inline tables. @throws TypeError for a number that TOML has no way to write */
export function tomlValue(value: TomlValue): string {
  if (typeof value === "string") return tomlString(value);
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") return tomlNumber(value);
  if (isList(value)) return `[${value.map(tomlValue).join(",")}]`;
  const entries = Object.entries(value).map(([key, inner]) => `${tomlString(key)}=${tomlValue(inner)}`);
  return `{${entries.join(",")}}`;
}

/** A basic string. JSON's escapes are TOML's too; DEL must be escaped as well, and a lone surrogate cannot be written. */
function tomlString(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll("\u007f", "\\u007f");
}

function tomlNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`no TOML number: ${value}`);
  return Number.isSafeInteger(value) ? String(value) : value.toExponential();
}

// Array.isArray does not narrow a readonly array.
function isList(value: readonly TomlValue[] | TomlTable): value is readonly TomlValue[] {
  return Array.isArray(value);
}
