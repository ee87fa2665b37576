import { alignLists } from "./align-lists.ts";
import { kindOf } from "./entry-kind.ts";
import { type Fixture, type FixtureEntry, lineOf } from "./fixture.ts";
import { jsonChanges } from "./json-changes.ts";
import { withoutNumbers } from "./uuid-numbers.ts";

/** How closely to look. */
export interface DiffOptions {
  /** Only which kinds of lines there are, not how many and not what is in them. */
  readonly kindsOnly?: boolean;
  /** Lines that are there in one run and not in the next, of stderr too. Without the flags `g` and `y`. */
  readonly chance?: RegExp;
}

/**
 * How one recording differs from another, for a person to read; empty where they do not. Lines are paired by what they
 * are, `-` and `+` name those that only one has, `~` says what changed inside a pair; a change that many lines share is
 * told once. Lines that only stand in another place are no difference: which of two things a CLI says first is often a
 * race.
 */
export function diffFixtures(before: Fixture, after: Fixture, options: DiffOptions = {}): string {
  const { kindsOnly = false, chance } = options;
  const changes = new Map<string, number>();
  const tell = (text: string) => changes.set(text, (changes.get(text) ?? 0) + 1);
  const lists = [withoutChance(before.entries, chance), withoutChance(after.entries, chance)] as const;
  const [old, fresh] = kindsOnly ? [oneOfEach(lists[0]), oneOfEach(lists[1])] : withoutEqual(...lists);
  for (const [left, right] of withoutMoves(alignLists(old, fresh, kindOf))) {
    if (left && right) {
      const inside = kindsOnly ? [] : contentChanges(left, right);
      if (inside.length > 0) tell(`~ ${kindOf(left)}\n${inside.map((change) => `    ${change}\n`).join("")}`);
    } else if (left) tell(`- ${kindOf(left)}\n`);
    else if (right) tell(`+ ${kindOf(right)}\n`);
  }
  return [...changes]
    .map(([text, times]) => (times > 1 ? text.replace("\n", ` (${times} times)\n`) : text))
    .join("");
}

type Entries = readonly FixtureEntry[];

function withoutChance(entries: Entries, chance: RegExp | undefined): Entries {
  if (chance === undefined) return entries;
  return entries.flatMap((entry) => {
    if (entry.dir === "exit" && "data" in entry) {
      const data = entry.data as { readonly stderr?: string };
      const stderr = data.stderr?.split("\n").filter((line) => !chance.test(line));
      return [{ ...entry, data: { ...data, ...(stderr && { stderr: stderr.join("\n") }) } }];
    }
    return chance.test(lineOf(entry)) ? [] : [entry];
  });
}

const oneOfEach = (entries: Entries): Entries => [
  ...new Map(entries.map((entry) => [kindOf(entry), entry])).values(),
];

/** Both lists without the lines that are in both, wherever they stand. */
function withoutEqual(before: Entries, after: Entries): [Entries, Entries] {
  return [without(before, after), without(after, before)];
}

function without(entries: Entries, others: Entries): Entries {
  const counts = new Map<string, number>();
  for (const entry of others) counts.set(sameness(entry), (counts.get(sameness(entry)) ?? 0) + 1);
  return entries.filter((entry) => {
    const left = counts.get(sameness(entry)) ?? 0;
    counts.set(sameness(entry), left - 1);
    return left <= 0;
  });
}

const sameness = (entry: FixtureEntry): string => withoutNumbers(`${entry.dir} ${lineOf(entry)}`);

type Pair = readonly [left: FixtureEntry | undefined, right: FixtureEntry | undefined];

/** Pairs what was left single on both sides and is of one kind, where the one on the left stands. */
function withoutMoves(pairs: readonly Pair[]): Pair[] {
  const added = pairs.flatMap(([left, right]) => (left || !right ? [] : [right]));
  const moved = new Set<FixtureEntry>();
  const joined = pairs.map(([left, right]): Pair => {
    if (right || !left) return [left, right];
    const match = added.find((entry) => !moved.has(entry) && kindOf(entry) === kindOf(left));
    if (match) moved.add(match);
    return [left, match];
  });
  return joined.filter(([left, right]) => left || (right && !moved.has(right)));
}

function contentChanges(left: FixtureEntry, right: FixtureEntry): string[] {
  if ("data" in left && "data" in right) return jsonChanges(left.data, right.data);
  return lineOf(left) === lineOf(right) ? [] : [`${lineOf(left)} → ${lineOf(right)}`];
}
