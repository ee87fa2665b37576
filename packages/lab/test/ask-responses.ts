/** Tools as Codex offers them. */
export const codexOffer = [
  { type: "function", name: "exec_command" },
  { type: "custom", name: "apply_patch" },
];

/** Asks as Codex does for the next reply of a conversation. */
export function askResponses(url: string, body: Record<string, unknown> = {}): Promise<Response> {
  return fetch(`${url}/v1/responses`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer secret" },
    body: JSON.stringify({ model: "m", stream: true, tools: codexOffer, input: [], ...body }),
  });
}
