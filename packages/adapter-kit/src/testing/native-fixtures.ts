import { globSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type AgentEvent,
  checkStream,
  idsFrom,
  type NativeHistory,
  type NativeReport,
  type StreamFault,
} from "@nucleic/protocol/core";
import { goldenHistory } from "./golden.ts";

/** What an agent kept of a recorded session, and the events that are made of it. */
export interface NativeFixture {
  readonly name: string;
  /** A home with the agent's files in it. */
  readonly home: string;
  readonly golden: unknown;
}

/** The recordings in a folder of `fixtures/native`: `VERSION/NAME/home/…` and `VERSION/NAME/events.json`. */
export function nativeFixtures(folder: string): readonly NativeFixture[] {
  return globSync("*/*/events.json", { cwd: folder })
    .sort()
    .map((path) => ({
      name: dirname(path),
      home: join(folder, dirname(path), "home"),
      golden: JSON.parse(readFileSync(join(folder, path), "utf8")),
    }));
}

/** The events of everything that an agent keeps in a home. */
export async function historyEvents(history: NativeHistory): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const entry of history.list())
    events.push(...(await goldenHistory((options) => history.read(entry, options))));
  return events;
}

/** What was read of a session whose file is damaged. */
export interface DamagedReading {
  readonly kinds: readonly string[];
  readonly faults: readonly StreamFault[];
  readonly report: NativeReport | undefined;
}

/** A copy of a recorded home whose files may be damaged. */
export class DamagedHome implements AsyncDisposable {
  readonly home: string;
  readonly #fixture: NativeFixture;
  readonly #root: string;

  private constructor(root: string, fixture: NativeFixture) {
    this.#root = root;
    this.#fixture = fixture;
    this.home = join(root, "home");
  }

  static async of(fixture: NativeFixture): Promise<DamagedHome> {
    const home = new DamagedHome(await mkdtemp(join(tmpdir(), "nucleic-native-")), fixture);
    await cp(fixture.home, home.home, { recursive: true });
    return home;
  }

  /** Reads the session after its `index`-th file was put through `damage`. The others are whole. */
  async read(
    history: NativeHistory,
    index: number,
    damage: (bytes: Buffer) => Uint8Array,
  ): Promise<DamagedReading> {
    // Listed while they are whole: one whose beginning is gone may not be listed at all.
    const entries = await Array.fromAsync(history.list());
    const paths = globSync("**/*.jsonl", { cwd: this.#fixture.home, exclude: [] }).concat(
      globSync(".*/**/*.jsonl", { cwd: this.#fixture.home }),
    );
    const path = [...new Set(paths)].sort()[index % Math.max(1, paths.length)] ?? "";
    const whole = await readFile(join(this.#fixture.home, path));
    await mkdir(dirname(join(this.home, path)), { recursive: true });
    await writeFile(join(this.home, path), damage(whole));
    try {
      let count = 0;
      const ids = idsFrom(() => `id-${++count}`);
      const events: AgentEvent[] = [];
      let report: NativeReport | undefined;
      for (const entry of entries) {
        const transcript = history.read(entry, { sessionId: ids.session(), ids });
        for await (const event of transcript) events.push(event);
        report = transcript.report;
      }
      const { faults } = checkStream(events);
      return { kinds: events.map(({ kind }) => kind), faults, report };
    } finally {
      await writeFile(join(this.home, path), whole);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#root, { recursive: true, force: true });
  }
}
