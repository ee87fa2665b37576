import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { crc32 } from "node:zlib";
import { xorshift } from "./stream.ts";

const segmentBytes = 64 * 1024 * 1024;

/** Writes a transcript of `count` records of ~610 bytes as the runtime keeps it, in files of 64 MiB; gives the files. */
export async function writeLog(path: string, count: number, seed = 1): Promise<readonly string[]> {
  const random = xorshift(seed);
  const words = "x".repeat(4_000);
  const files: string[] = [];
  for (let seq = 1; seq <= count; ) {
    const segment = files.length;
    const file = segment === 0 ? path : path.replace(".jsonl", `-${String(segment).padStart(4, "0")}.jsonl`);
    const out = createWriteStream(file);
    const put = async (text: string) => {
      if (!out.write(text)) await once(out, "drain");
    };
    files.push(file);
    const header = { logId: "bench", sessionId: "s", created: 1, segment, prevLast: seq - 1 };
    let written = 0;
    let batch = line({ v: 1, ...header });
    while (seq <= count && written < segmentBytes) {
      const text = words.slice(0, Math.floor(1_000 * random() ** 1.2));
      batch += line({ ...envelope(seq), messageId: `m${seq++}`, text, isPartial: false });
      if (batch.length < 64 * 1024) continue;
      written += batch.length;
      await put(batch);
      batch = "";
    }
    await put(batch);
    out.end();
    await once(out, "close");
  }
  return files;
}

function envelope(seq: number): object {
  return { v: 1, seq, sessionId: "s", at: 1_796_033_638_963, origin: "backend", kind: "assistantText" };
}

function line(value: object): string {
  const body = JSON.stringify(value).slice(0, -1);
  return `${body},"crc":"${crc32(body).toString(16).padStart(8, "0")}"}\n`;
}
