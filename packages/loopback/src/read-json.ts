import type { IncomingMessage } from "node:http";
import type { Refusal } from "./guard.ts";

/** A message may carry a tool's whole input, a file's content among it. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** One JSON object of at most 1 MiB. */
export async function readJson(
  request: IncomingMessage,
): Promise<{ readonly body: Readonly<Record<string, unknown>> } | Refusal> {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) return { status: 413 };
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return { status: 413 };
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    // A batch is no part of the revisions we speak.
    if (typeof body !== "object" || body === null || Array.isArray(body)) return { status: 400 };
    return { body: body as Readonly<Record<string, unknown>> };
  } catch {
    return { status: 400 };
  }
}
