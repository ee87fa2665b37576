import { chmod, writeFile } from "node:fs/promises";

/** A stand-in for Claude Code: answers what a client asks first, then prints a recorded stream. Gives its path. */
export async function replayAgent(stream: string): Promise<string> {
  const agent = `${stream}.agent`;
  await writeFile(agent, replayScript(stream));
  await chmod(agent, 0o755);
  return agent;
}

/** The program of one. A relative path is one in the folder it is run in. */
export function replayScript(stream: string): string {
  return `#!/bin/sh
case "$*" in *--version*) echo "2.1.332 (Claude Code)"; exit;; --replay) exec cat "${stream}";; esac
while IFS= read -r line; do
  case "$line" in
    *'"control_request"'*)
      id=$(printf '%s' "$line" | sed -E 's/.*"request_id":"([^"]+)".*/\\1/')
      printf '{"type":"control_response","response":{"subtype":"success","request_id":"%s","response":{"commands":[],"models":[],"account":{},"output_style":"default","available_output_styles":[]}}}\\n' "$id";;
    *'"type":"user"'*) exec cat "${stream}";;
  esac
done
`;
}
