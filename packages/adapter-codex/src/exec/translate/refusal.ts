import { eventError } from "@nucleic/adapter-kit";
import { type ExecStep, setTurn } from "./turn.ts";

/**
 * Something was refused that a person would have been asked about. The model goes on and the program leaves with 0; here
 * the turn has failed, whatever else it says.
 */
export function refuse(step: ExecStep, message: string): void {
  const hint =
    "codex exec cannot ask a person. Use the codex backend, or allow more by mode or allowedTools.";
  const error = eventError("unsupported", `Codex refused a tool: ${message}`, hint);
  step.emit({ kind: "error", ...error, recoverable: false });
  if (!step.state.turn?.refusal) setTurn(step, { refusal: error });
}

/** `MCP tool call requires approval, but approval policy is never`; anything that was `declined`. */
export function isRefused(status: unknown, message: string | undefined): boolean {
  return status === "declined" || (status === "failed" && /\bapproval policy\b/i.test(message ?? ""));
}
