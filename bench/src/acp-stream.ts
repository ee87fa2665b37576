import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { textMaker, xorshift } from "./stream.ts";

export const sessionId = "bench-session";
/** The text of the last update. */
export const lastWords = "That was all.";
const perCall = 32;

/**
 * Writes `count` session updates as an ACP agent prints them, one a line, or each with the header that the language
 * server protocol has: pieces of text, and after every 32 a tool call with a result of 2–50 KB.
 */
export async function writeAcpStream(file: string, count: number, framing: "line" | "header"): Promise<void> {
  const random = xorshift(1);
  const text = textMaker(random);
  const blobs = Array.from({ length: 50 }, () => text(2_000 + Math.floor(48_000 * random() ** 2)));
  const out = createWriteStream(file);
  const put = async (update: object) => {
    const message = JSON.stringify({
      jsonrpc: "2.0",
      method: "session/update",
      params: { sessionId, update },
    });
    const framed =
      framing === "line" ? `${message}\n` : `Content-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`;
    if (!out.write(framed)) await once(out, "drain");
  };
  const say = (said: string) =>
    put({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: said } });
  for (let i = 0; i < count; i++) {
    if (i % perCall > 0) {
      await say(text(5 + Math.floor(random() * 120)));
      continue;
    }
    const toolCallId = `call_${i}`;
    await put({
      sessionUpdate: "tool_call",
      toolCallId,
      title: "Run",
      kind: "execute",
      status: "in_progress",
    });
    const content = { type: "text", text: blobs[Math.floor(random() * blobs.length)] };
    await put({
      sessionUpdate: "tool_call_update",
      toolCallId,
      status: "completed",
      content: [{ type: "content", content }],
    });
  }
  await say(lastWords);
  out.end();
  await once(out, "close");
}
