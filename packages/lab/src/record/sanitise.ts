import { basename } from "node:path";
import { kindOf } from "./entry-kind.ts";
import type { FixtureEntry } from "./fixture.ts";
import { UuidNumbers } from "./uuid-numbers.ts";

/** What differs from one run to the next, beyond what differs everywhere. */
export interface SanitiseRules {
  /** Folders of the recording, by the path that stands for each. Longer ones are replaced first. */
  readonly places?: Readonly<Record<string, string>>;
  /** Keys whose values are random ids: each value is numbered and replaced wherever it stands. */
  readonly idKeys?: readonly string[];
  /** The same for ids that are too short to be looked for elsewhere: they are numbered under these keys alone. */
  readonly shortIdKeys?: readonly string[];
  /** Keys whose values are this machine's, and what stands for each. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Further replacements in strings. */
  readonly texts?: readonly (readonly [pattern: RegExp, replacement: string])[];
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const isoTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g;
const loopback = /\b(127\.0\.0\.1|localhost):\d+/g;
const durationKey = /(?:_ms|Ms|^nanos)$/;
const secondsKey = /(?:_at|At)$/;

const fixedTime = "2026-01-01T00:00:00.000Z";
const fixedEpochMs = 1_767_225_600_000;
const fixedDurationMs = 1;

/**
 * The same entries without what is only this run's: folders, UUIDs, times, durations and ports become fixed ones, so
 * that two recordings of one version are the same bytes. Pure, and changes nothing the second time.
 *
 * UUIDs are numbered, so that what referred to the same thing still does: each among those that first appear in the
 * same kind of line, since the order of two kinds is often a race.
 */
export function sanitise(entries: readonly FixtureEntry[], rules: SanitiseRules = {}): FixtureEntry[] {
  const uuids = new UuidNumbers();
  const keyed = { fixed: rules.fixed ?? {}, shortIds: shortIdNumbers(new Set(rules.shortIdKeys)) };
  const exact = [...placeRules(rules.places ?? {}), ...idRules(entries, new Set(rules.idKeys))];
  return entries.map((entry) => {
    const strings = (text: string) => cleanedText(text, exact, rules, (id) => uuids.stand(id, kindOf(entry)));
    return "text" in entry
      ? { dir: entry.dir, text: strings(entry.text) }
      : { dir: entry.dir, data: cleaned(entry.data, strings, keyed) };
  });
}

/** What strings become because of the key that they stand under. */
interface KeyRules {
  readonly fixed: Readonly<Record<string, string>>;
  shortIds(value: string, key: string): string | undefined;
}

function cleaned(value: unknown, strings: (text: string) => string, keyed: KeyRules, key = ""): unknown {
  if (typeof value === "string") return keyed.fixed[key] ?? keyed.shortIds(value, key) ?? strings(value);
  if (typeof value === "number") return cleanedNumber(value, key);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, strings, keyed));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [strings(name), cleaned(item, strings, keyed, name)]),
  );
}

function cleanedNumber(value: number, key: string): number {
  if (value > 1.5e12 && value < 4e12) return fixedEpochMs;
  if (durationKey.test(key)) return fixedDurationMs;
  return secondsKey.test(key) && value > 1.5e9 && value < 4e9 ? fixedEpochMs / 1000 : value;
}

type Exact = readonly (readonly [from: string, to: string])[];

function cleanedText(
  text: string,
  exact: Exact,
  rules: SanitiseRules,
  numbered: (id: string) => string,
): string {
  let result = text;
  for (const [from, to] of exact) result = result.replaceAll(from, to);
  for (const [pattern, to] of rules.texts ?? []) result = result.replace(pattern, to);
  return result.replace(uuid, numbered).replace(isoTime, fixedTime).replace(loopback, "$1:1");
}

/** Answers `KEY#N` for the N-th value under one of the keys. */
function shortIdNumbers(keys: ReadonlySet<string>): KeyRules["shortIds"] {
  const stands = new Map<string, string>();
  return (value, key) => {
    if (!keys.has(key) || value.startsWith(`${key}#`)) return undefined;
    const stand = stands.get(`${key} ${value}`) ?? `${key}#${stands.size + 1}`;
    stands.set(`${key} ${value}`, stand);
    return stand;
  };
}

// A shorter name of a folder is found inside other words.
const minNameLength = 12;

/** Each path as it is, as it is when a CLI makes a folder name of it, and the folder's own name. */
function placeRules(places: Readonly<Record<string, string>>): [string, string][] {
  const asName = (path: string) => path.replace(/[^A-Za-z0-9]/g, "-");
  return Object.entries(places)
    .sort(([a], [b]) => b.length - a.length)
    .flatMap(([from, to]): [string, string][] => [
      [from, to],
      [asName(from), asName(to)],
      [encodeURIComponent(from), encodeURIComponent(to)],
      ...(basename(from).length < minNameLength ? [] : [[basename(from), basename(to)] as [string, string]]),
    ]);
}

function idRules(entries: readonly FixtureEntry[], keys: ReadonlySet<string>): [string, string][] {
  const stands = new Map<string, string>();
  const collect = (value: unknown, key: string): void => {
    // UUIDs have their own numbering; a short value is no random one, and would be found inside other words.
    if (typeof value === "string" && keys.has(key) && value.length >= 6 && !value.match(uuid))
      stands.set(value, stands.get(value) ?? `${key}-${stands.size + 1}`);
    if (typeof value !== "object" || value === null) return;
    for (const [name, item] of Object.entries(value)) collect(item, name);
  };
  for (const entry of entries) if ("data" in entry) collect(entry.data, "");
  return [...stands];
}
