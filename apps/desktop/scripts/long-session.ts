import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { openRuntime } from "@nucleic/runtime";

/** What the last row of the session says. */
export const lastWords = "That was the last of it.";

const prose =
  "The **totals** are read from `src/totals.js`, line by line:\n\n1. each price in cents,\n2. their sum.\n\n" +
  "```js\nfor (const line of lines) cents += line.price * line.count;\n```";

const output = "ok 1 - reads a day\n".repeat(20);

/** Writes sessions of so many records each into a data directory, by their ids, and has the runtime find them. */
export async function writeSessions(
  dataDir: string,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [id, count] of Object.entries(counts))
    await writeSession(join(dataDir, "sessions", id), id, count);
  await using runtime = await openRuntime({ dataDir, backends: [] });
  await runtime.rebuild();
}

async function writeSession(folder: string, sessionId: string, count: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  const out = createWriteStream(join(folder, "transcript.jsonl"));
  const header = { logId: "measured", sessionId, created: 1, segment: 0, prevLast: 0 };
  out.write(line({ v: 1, ...header }));
  for (let seq = 1; seq <= count; seq++) {
    const event = { v: 1, seq, sessionId, at: 1_796_033_638_963 + seq, ...eventAt(seq, count) };
    if (!out.write(line(event))) await once(out, "drain");
  }
  out.end();
  await once(out, "close");
}

/** By fives: a word of the agent, and a command with what it printed. */
function eventAt(seq: number, count: number): object {
  const call = { toolCallId: `call-${Math.floor(seq / 5)}` };
  const run = { origin: "backend", ...call };
  if (seq === count || seq % 5 === 0) {
    const text = seq === count ? lastWords : prose;
    return { origin: "backend", kind: "assistantText", messageId: `m${seq}`, text, isPartial: false };
  }
  if (seq % 5 === 1)
    return { ...run, kind: "toolCallStarted", tool: "Bash", nativeTool: "Bash", title: "npm test" };
  if (seq % 5 === 2) return { ...run, kind: "toolCallCompleted", input: { command: "npm test" } };
  if (seq % 5 === 3)
    return { ...run, kind: "toolResult", isError: false, content: [{ kind: "text", text: output }] };
  return { origin: "backend", kind: "thinking", messageId: `m${seq}`, text: "Next, then.", isPartial: false };
}

function line(value: object): string {
  const body = JSON.stringify(value).slice(0, -1);
  return `${body},"crc":"${crc32(body).toString(16).padStart(8, "0")}"}\n`;
}
