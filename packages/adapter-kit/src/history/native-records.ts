import { open } from "node:fs/promises";
import { frameLines } from "@nucleic/process";
import type { Json } from "../wire/read.ts";
import { readLine } from "../wire/read-line.ts";

/** One line of an agent's own file. */
export type NativeLine =
  | {
      readonly kind: "record";
      readonly value: Json;
      /** Epoch milliseconds; of the record before where it has none of its own. */
      readonly at: number;
    }
  | { readonly kind: "damaged"; readonly at: number };

export interface NativeFileOptions {
  readonly path: string;
  /** When a record was written, where it says so. Epoch milliseconds. */
  readonly atOf: (value: Json) => number | undefined;
  /** Stands for the time of what comes before the first record that has one. */
  readonly startsAt: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The lines of a file as it is when it is opened, one at a time. A FIFO or device in its place is not read. What is no
 * JSON object, or longer than 64 MiB, is damaged; an empty line is none.
 */
export async function* nativeLines(options: NativeFileOptions): AsyncGenerator<NativeLine, void, undefined> {
  const { path, atOf, startsAt, signal } = options;
  await using file = await open(path);
  const { size, isRegular } = await file
    .stat()
    .then((stat) => ({ size: stat.size, isRegular: stat.isFile() }));
  if (!isRegular || size === 0) return;
  const bytes = file.createReadStream({
    start: 0,
    end: size - 1,
    autoClose: false,
    ...(signal && { signal }),
  });
  let at = startsAt;
  for await (const frame of frameLines(bytes)) {
    if (frame.kind === "overflow") {
      yield { kind: "damaged", at };
      continue;
    }
    const line = readLine(frame.bytes);
    if (line.status === "blank") continue;
    if (line.status === "invalid") yield { kind: "damaged", at };
    else {
      at = atOf(line.value) ?? at;
      yield { kind: "record", value: line.value, at };
    }
  }
}

/** An ISO time as epoch milliseconds. */
export function isoTime(value: unknown): number | undefined {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) || at < 0 ? undefined : at;
}
