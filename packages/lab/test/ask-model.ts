import { connect } from "node:net";
import { text } from "node:stream/consumers";

/** A tool as a request offers it. */
export const offer = (...names: string[]) =>
  names.map((name) => ({ name, input_schema: { type: "object" } }));

/** Asks as Claude Code does for the next reply of a conversation. */
export function ask(
  url: string,
  body: Record<string, unknown> = {},
  init: RequestInit = {},
): Promise<Response> {
  return fetch(`${url}/v1/messages?beta=true`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "secret" },
    body: JSON.stringify({ model: "m", stream: true, tools: offer("Bash", "Agent"), messages: [], ...body }),
    ...init,
  });
}

/** Everything that arrives, and how it ended. */
export async function drain(response: Response): Promise<{ text: string; ended: "whole" | "cut" }> {
  let received = "";
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) received += decoder.decode(chunk, { stream: true });
    return { text: received, ended: "whole" };
  } catch {
    return { text: received, ended: "cut" };
  }
}

/** The events of a stream, as `event data` lines. */
export const events = (stream: string): string[] =>
  stream
    .split("\n\n")
    .filter(Boolean)
    .map((block) => block.replace(/^event: (.*)\ndata: /, "$1 "));

/** The bytes of an answer up to where the connection ended: `fetch` forgets what it has not handed out when it breaks. */
export async function rawAnswer(url: string): Promise<string> {
  const { port, hostname } = new URL(url);
  const body = JSON.stringify({ model: "m", stream: true, tools: offer("Bash") });
  const socket = connect(Number(port), hostname);
  socket.write(`POST /v1/messages HTTP/1.1\r\nhost: lab\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  return text(socket);
}
