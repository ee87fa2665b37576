/** Functions as a request for a chat completion offers them. */
export const functions = (...names: string[]) =>
  names.map((name) => ({ type: "function", function: { name } }));

/** Asks as Grok does for the next reply of a conversation. */
export function askChat(
  url: string,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer secret", ...headers },
    body: JSON.stringify({
      model: "m",
      stream: true,
      stream_options: { include_usage: true },
      tools: functions("run_terminal_command", "write"),
      messages: [],
      ...body,
    }),
  });
}
