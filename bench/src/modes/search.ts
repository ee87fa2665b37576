// Search over many transcripts, from the transcripts alone: `search.ts <events>` writes sessions of a thousand records, lets
// the runtime find them and index them, and times whole searches of it, snippets included. Prints one line of JSON.
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";
import { openRuntime } from "@nucleic/runtime";

/** What the mode prints. */
export interface SearchSample {
  readonly textBytes: number;
  readonly indexBytes: number;
  readonly rebuildMs: number;
  /** Each kind of query with its median and its slowest time. */
  readonly queries: readonly {
    readonly query: string;
    readonly medianMs: number;
    readonly slowestMs: number;
  }[];
}

const perSession = 1_000;
const rounds = 20;
const events = Number(process.argv[2] ?? 1_000_000);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const dir = await mkdtemp(join(tmpdir(), "nucleic-bench-"));
try {
  const textBytes = writeSessions();
  await using runtime = await openRuntime({ dataDir: dir, backends: [] });
  const before = process.hrtime.bigint();
  await runtime.rebuild();
  const rebuildMs = since(before);
  const [project] = await runtime.projects.list();
  const queries = [];
  for (const query of ["zymurgy", "session", "the", "the session", '"of the"', "transcr*", "session -the"])
    queries.push(await timed(query, {}));
  if (project) queries.push(await timed("session", { projectId: project.id }));
  const indexBytes = ["", "-wal"].reduce((sum, side) => sum + sizeOf(join(dir, `search.db${side}`)), 0);
  process.stdout.write(
    `${JSON.stringify({ textBytes, indexBytes, rebuildMs, queries } satisfies SearchSample)}\n`,
  );

  async function timed(query: string, options: Parameters<typeof runtime.search>[1]) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const start = process.hrtime.bigint();
      const { hits } = await runtime.search(query, options);
      times.push(since(start));
      if (hits.length === 0) throw new Error(`${query} is not found`);
    }
    times.sort((a, b) => a - b);
    const name = options?.projectId === undefined ? query : `${query}, in one project`;
    return { query: name, medianMs: times[rounds / 2] ?? 0, slowestMs: times.at(-1) ?? 0 };
  }
} finally {
  await rm(dir, { recursive: true, force: true });
}

/** Real lines of this repository in a random order, with an identifier of its own here and there, as agents write them. */
function writeSessions(): number {
  const lines = globSync(["docs/*.md", "*.md", "packages/*/src/**/*.ts", "apps/*/src/**/*.ts"], { cwd: root })
    .flatMap((file) => readFileSync(join(root, file), "utf8").split("\n"))
    .filter((line) => line.trim() !== "");
  const random = generator(1);
  let textBytes = 0;
  for (let session = 0; session < events / perSession; session++) {
    const id = `019a0000-0000-7000-8000-${session.toString(16).padStart(12, "0")}`;
    const cwd = join(dir, `project-${session % 10}`);
    const out = [line({ v: 1, logId: id, sessionId: id, created: 1, segment: 0, prevLast: 0 })];
    for (let seq = 1; seq <= perSession; seq++) {
      const text = Array.from({ length: 1 + (random() % 10) }, () => lines[random() % lines.length]).join(
        "\n",
      );
      const marked = `${text} ${random().toString(36)}${seq === 7 && session % 100 === 3 ? " zymurgy" : ""}`;
      textBytes += Buffer.byteLength(marked);
      const head = { v: 1, seq, sessionId: id, at: seq, origin: "backend" };
      out.push(line({ ...head, ...body(seq, marked, cwd) }));
    }
    mkdirSync(join(dir, "sessions", id), { recursive: true });
    writeFileSync(join(dir, "sessions", id, "transcript.jsonl"), out.join(""));
  }
  return textBytes;
}

function body(seq: number, text: string, cwd: string): object {
  if (seq === 1) return { kind: "statusChanged", from: "created", to: "starting", reason: text };
  if (seq === 2)
    return { kind: "sessionStarted", backend: "bench", backendSessionId: "b", cwd, capabilities: {} };
  if (seq % 3 === 0)
    return { kind: "toolResult", toolCallId: `${seq}`, isError: false, content: [{ kind: "text", text }] };
  return { kind: "assistantText", messageId: `${seq}`, text, isPartial: false };
}

/** A line of a transcript, as docs/files.md describes it. */
function line(record: object): string {
  const text = JSON.stringify(record).slice(0, -1);
  return `${text},"crc":"${crc32(text).toString(16).padStart(8, "0")}"}\n`;
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 4;
  };
}

function since(start: bigint): number {
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
