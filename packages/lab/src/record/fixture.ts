import { readFile } from "node:fs/promises";
import { LabError } from "../lab-error.ts";

/**
 * Where a line of a fixture came from: the CLI's pipes, its start and end, or an approval that went over another channel
 * than they do (recorded by an adapter). `start` and `stderr` are there where what they say is said nowhere else.
 */
export type FixtureDirection =
  | "start"
  | "stdin"
  | "stdout"
  | "stderr"
  | "exit"
  | "approvalCall"
  | "approvalReply";

/**
 * One recorded line: as `data` where it is JSON that comes out byte for byte the same when written again, else as
 * `text`.
 */
export type FixtureEntry =
  | { readonly dir: FixtureDirection; readonly data: unknown }
  | { readonly dir: FixtureDirection; readonly text: string };

/** A recorded session. */
export interface Fixture {
  readonly entries: readonly FixtureEntry[];
  /** The CLI's stdout as it was: every line with its line end. */
  readonly stdout: string;
}

/** A line as an entry. */
export function entryOf(dir: FixtureDirection, line: string): FixtureEntry {
  try {
    const data: unknown = JSON.parse(line);
    if (JSON.stringify(data) === line) return { dir, data };
  } catch {
    // No JSON: kept as text below.
  }
  return { dir, text: line };
}

/** The line that an entry was made of. */
export const lineOf = (entry: FixtureEntry): string =>
  "text" in entry ? entry.text : JSON.stringify(entry.data);

/** The lines of one direction. */
export const linesOf = (entries: readonly FixtureEntry[], dir: FixtureDirection): string[] =>
  entries.filter((entry) => entry.dir === dir).map(lineOf);

/** The entries as a fixture. */
export function fixtureOf(entries: readonly FixtureEntry[]): Fixture {
  return {
    entries,
    stdout: linesOf(entries, "stdout")
      .map((line) => `${line}\n`)
      .join(""),
  };
}

/** The file's text: one entry a line. */
export const formatFixture = (entries: readonly FixtureEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");

const directions: ReadonlySet<unknown> = new Set<FixtureDirection>([
  "start",
  "stdin",
  "stdout",
  "stderr",
  "exit",
  "approvalCall",
  "approvalReply",
]);

/** Reads the text of a fixture file. @throws LabError `badFixture`, with the line's number */
export function parseFixture(text: string): Fixture {
  const lines = text.split("\n").filter((line) => line !== "");
  return fixtureOf(lines.map((line, index) => parseEntry(line, index + 1)));
}

function parseEntry(line: string, number: number): FixtureEntry {
  let entry: Partial<Record<"dir" | "data" | "text", unknown>> | null;
  try {
    entry = JSON.parse(line);
  } catch (cause) {
    throw new LabError("badFixture", `line ${number} is no JSON`, { cause });
  }
  const dir = entry?.dir;
  if (isDirection(dir) && typeof entry?.text === "string") return { dir, text: entry.text };
  if (isDirection(dir) && entry !== null && "data" in entry) return { dir, data: entry.data };
  throw new LabError("badFixture", `line ${number} is no entry of a fixture`);
}

const isDirection = (value: unknown): value is FixtureDirection => directions.has(value);

/** Reads a `.ndjson` fixture. @throws LabError `badFixture` */
export async function readFixture(path: string | URL): Promise<Fixture> {
  return parseFixture(await readFile(path, "utf8"));
}
