import type { Readable } from "node:stream";

/** A request body: parsed, or too large to be read. */
export type JsonBody = { readonly kind: "json"; readonly json: unknown } | { readonly kind: "tooLarge" };

/** Reads at most `maxBytes`. What is no JSON reads as `undefined`. */
export async function readJsonBody(source: Readable, maxBytes: number): Promise<JsonBody> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Not destroyed on the way out: the socket still has to carry the answer.
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxBytes) return { kind: "tooLarge" };
    chunks.push(chunk);
  }
  return { kind: "json", json: parse(Buffer.concat(chunks).toString("utf8")) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
