import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RealCli } from "../cli/real-cli.ts";
import { entryOf, type FixtureEntry, lineOf } from "./fixture.ts";
import { fixturePlaces, type RecordOptions, record } from "./record.ts";
import type { RecorderName } from "./recorder-name.ts";
import { recorders } from "./recorders.ts";
import type { Recording } from "./recording.ts";
import { sanitise } from "./sanitise.ts";

/** The files in which a CLI keeps its sessions, by path below the home, with what is only this run's made the same. */
export type NativeFiles = ReadonlyMap<string, string>;

/** Where each CLI keeps them. */
const kept: Readonly<Partial<Record<RecorderName, RegExp>>> = {
  claude: /^\.claude\/projects\/.*\.(?:jsonl|meta\.json)$/,
  "codex-appserver": /^\.codex\/sessions\/.*\.jsonl$/,
  grok: /^\.grok\/sessions\/.*\/(?:updates\.jsonl|summary\.json)$/,
};

/**
 * Drives a real CLI through a recording, and answers the files in which it keeps the session. Texts of more than 2,000
 * characters are cut: what is that long in a recording is the vendor's own instructions to its model.
 */
export async function recordNative(
  cli: RealCli,
  recording: Recording,
  options: RecordOptions & { readonly recorder: RecorderName },
): Promise<NativeFiles> {
  const pattern = kept[options.recorder];
  const files = new Map<string, string>();
  let places: Readonly<Record<string, string>> = {};
  await record(cli, recording, {
    ...options,
    async atEnd({ home, cwd }) {
      places = { [cwd]: fixturePlaces.project, [home]: fixturePlaces.home };
      for (const path of (await readdir(home, { recursive: true })).sort())
        if (pattern?.test(path)) files.set(path, await readFile(join(home, path), "utf8"));
    },
  });
  return sanitiseFiles(files, { ...recorders[options.recorder].rules, places });
}

type Rules = Parameters<typeof sanitise>[1];

/** All files at once, so that an id is the same in each, and in their names. */
function sanitiseFiles(files: NativeFiles, rules: Rules): NativeFiles {
  const entries: FixtureEntry[] = [...files].flatMap(([path, text]) => [
    { dir: "start", text: path },
    ...text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => entryOf("stdout", line)),
  ]);
  const moments = new Moments(entries);
  const clean = new Map<string, string>();
  let current = "";
  for (const [index, entry] of sanitise(entries, rules).entries()) {
    const before = entries[index];
    if (entry.dir === "start" && "text" in entry) {
      current = entry.text;
      clean.set(current, "");
    } else if (before)
      clean.set(
        current,
        `${clean.get(current) ?? ""}${lineOf(shortened(moments.restored(entry, before)))}\n`,
      );
  }
  return clean;
}

const maxTextChars = 2_000;

function shortened(entry: FixtureEntry): FixtureEntry {
  if (!("data" in entry)) return entry;
  const cut = (value: unknown): unknown => {
    if (typeof value === "string")
      return value.length > maxTextChars ? `${value.slice(0, 100)}… (${value.length} characters)` : value;
    if (Array.isArray(value)) return value.map(cut);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cut(item)]));
  };
  return { dir: entry.dir, data: cut(entry.data) };
}

const firstMoment = 1_767_225_600_000;

/** The times of records keep their order: the N-th moment of the run becomes N seconds into 2026. */
class Moments {
  readonly #order: ReadonlyMap<number, number>;

  constructor(entries: readonly FixtureEntry[]) {
    const all = new Set(entries.flatMap((entry) => momentOf(entry) ?? []));
    this.#order = new Map(
      [...all].sort((a, b) => a - b).map((at, index) => [at, firstMoment + index * 1000]),
    );
  }

  restored(entry: FixtureEntry, before: FixtureEntry): FixtureEntry {
    const at = this.#order.get(momentOf(before) ?? Number.NaN);
    if (at === undefined || !("data" in entry)) return entry;
    const data = entry.data as Fields;
    if (typeof data.timestamp === "string")
      return { dir: entry.dir, data: { ...data, timestamp: new Date(at).toISOString() } };
    const params = data.params as Fields;
    const meta = { ...(params._meta as Fields), agentTimestampMs: at };
    return { dir: entry.dir, data: { ...data, timestamp: at / 1000, params: { ...params, _meta: meta } } };
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Claude and Codex write ISO times, Grok milliseconds inside its update. */
function momentOf(entry: FixtureEntry): number | undefined {
  if (!("data" in entry)) return undefined;
  const { timestamp, params } = entry.data as {
    timestamp?: unknown;
    params?: { _meta?: { agentTimestampMs?: unknown } };
  };
  const exact = params?._meta?.agentTimestampMs;
  if (typeof exact === "number") return exact;
  return typeof timestamp === "string" ? Date.parse(timestamp) : undefined;
}
