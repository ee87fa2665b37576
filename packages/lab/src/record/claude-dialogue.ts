import { asRecord, asString } from "../api/read-body.ts";
import type { Dialogue, DialogueResponse, OpenDialogue } from "./dialogue.ts";
import type { Answer } from "./recording.ts";

const args = [
  "-p",
  ...["--output-format", "stream-json", "--input-format", "stream-json", "--verbose"],
  ...["--include-partial-messages", "--permission-prompt-tool", "stdio", "--strict-mcp-config"],
];

/** Claude Code over stream-json, with approvals on the same pipes (2.1.197 and 2.1.332). */
export const claudeDialogue: OpenDialogue = ({ mode = "default" }): Dialogue => {
  let interrupts = 0;
  let sessionId: string | undefined;
  return {
    args: () => [
      ...args,
      "--permission-mode",
      mode,
      ...(sessionId === undefined ? [] : ["--resume", sessionId]),
    ],
    begin: () => [],
    user: (text) => [JSON.stringify({ type: "user", message: { role: "user", content: text } })],
    interrupt: () => [
      JSON.stringify({
        type: "control_request",
        request_id: `interrupt-${++interrupts}`,
        request: { subtype: "interrupt" },
      }),
    ],
    respond(line) {
      const message = asRecord(parse(line));
      if (message.subtype === "init") sessionId = asString(message.session_id, "");
      return respond(message);
    },
  };
};

function respond(message: Readonly<Record<string, unknown>>): DialogueResponse {
  const id = asString(message.request_id, "");
  if (message.type === "result") return { notices: [{ kind: "turnEnd" }] };
  if (message.type === "control_cancel_request") return { notices: [{ kind: "withdrawn", id }] };
  if (message.type !== "control_request") return {};
  const asked = asRecord(message.request);
  return { notices: [{ kind: "ask", id, reply: (answer) => [controlResponse(id, asked, answer)] }] };
}

type Fields = Readonly<Record<string, unknown>>;

function controlResponse(request_id: string, asked: Fields, answer: Answer): string {
  const response = decision(asked, answer);
  return JSON.stringify({ type: "control_response", response: { subtype: "success", request_id, response } });
}

function decision({ input, permission_suggestions }: Fields, answer: Answer): Fields {
  if ("deny" in answer) return { behavior: "deny", message: answer.deny };
  if ("cancel" in answer) return { behavior: "deny", message: "Cancelled.", interrupt: true };
  if ("choose" in answer)
    return { behavior: "allow", updatedInput: { ...asRecord(input), answers: answer.choose } };
  const allowed = { behavior: "allow", updatedInput: answer.updatedInput ?? asRecord(input) };
  return answer.always ? { ...allowed, updatedPermissions: permission_suggestions } : allowed;
}

// A line that is no JSON is kept in the recording like any other; there is nothing to answer to it.
function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
