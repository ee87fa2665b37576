import type { IncomingMessage } from "node:http";

/** A code and its name, with room for spaces. */
const maxBodyBytes = 256;

/** The code that a page posts, or the status that turns it away. The guard has seen the request already. */
export async function codeOf(request: IncomingMessage): Promise<{ readonly code: string } | number> {
  // No form and no beacon of a page can say that without asking first.
  if (request.headers["content-type"] !== "application/json") return 415;
  if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) return 413;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) return 413;
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    if (typeof body !== "object" || body === null || !("code" in body)) return 400;
    return typeof body.code === "string" ? { code: body.code } : 400;
  } catch {
    return 400;
  }
}
