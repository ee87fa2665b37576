import { type Json, name, number, object, objects, text } from "@nucleic/adapter-kit";
import { textOf } from "./rollout-item.ts";

/** A call that the model made, from its `response_item` until its output. */
export interface FunctionCall {
  readonly name: string;
  /** JSON as it was written, or the text of a freeform tool. */
  readonly input: string;
}

/** Calls that other items tell of already, or that are no work of their own. */
const toldElsewhere: ReadonlySet<string> = new Set(["update_plan", "write_stdin", "request_user_input"]);

export function functionCall(payload: Json): FunctionCall | undefined {
  const called = name(payload.name);
  if (payload.type !== "function_call" && payload.type !== "custom_tool_call") return undefined;
  if (called === undefined || toldElsewhere.has(called)) return undefined;
  return { name: called, input: text(payload.arguments) ?? text(payload.input) ?? "" };
}

/**
 * A call of which no item tells, as an item: 0.171.0 writes none for what was refused, or failed before it began, and older
 * versions wrote none at all. Nothing for a command that runs on: its item comes when it has ended.
 */
export function itemOfCall(id: string, call: FunctionCall, output: unknown): Json | undefined {
  const words = outputText(output);
  const given = parsed(call.input);
  const command = commandOf(given);
  if (command !== undefined) {
    if (stillRuns.test(words)) return undefined;
    const exitCode = exitCodeOf(words, output);
    return {
      type: "commandExecution",
      id,
      command,
      ...(name(given.workdir) !== undefined && { cwd: given.workdir }),
      status: exitCode === undefined || exitCode !== 0 ? "failed" : "completed",
      aggregatedOutput: words,
      ...(exitCode !== undefined && { exitCode }),
    };
  }
  return {
    type: "dynamicToolCall",
    id,
    tool: call.name,
    arguments: Object.keys(given).length > 0 ? given : { input: call.input },
    status: "completed",
    success: !failure.test(words),
    contentItems: [{ type: "inputText", text: words }],
  };
}

const stillRuns = /^(?:.*\n)*?Process running with session ID/;
const exitLine = /^(?:Process exited with code|Exit code:) (-?\d+)$/m;
const failure = /(?:failed|rejected|error)\b/i;

function commandOf(given: Json): string | undefined {
  const { cmd, command } = given;
  if (Array.isArray(command)) return command.filter((word) => typeof word === "string").join(" ");
  return name(cmd) ?? name(command);
}

/** Older versions wrote the output as JSON with its exit code beside it. */
function exitCodeOf(words: string, output: unknown): number | undefined {
  const line = exitLine.exec(words)?.[1];
  if (line !== undefined) return Number(line);
  const metadata = typeof output === "string" ? object(parsed(output).metadata) : undefined;
  return number(metadata?.exit_code);
}

function outputText(output: unknown): string {
  if (typeof output === "string") return text(parsed(output).output) ?? output;
  const { content } = object(output) ?? {};
  return text(content) ?? textOf(objects(output).length > 0 ? output : content);
}

function parsed(json: string): Json {
  try {
    return object(JSON.parse(json)) ?? {};
  } catch {
    return {};
  }
}
