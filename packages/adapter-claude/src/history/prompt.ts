import { type Json, name, object, objects, text } from "@nucleic/adapter-kit";
import type { AgentInput } from "@nucleic/protocol";
import { imageOf } from "../translate/user.ts";
import type { Retelling } from "./retelling.ts";

/** What stands in the place of a person's words where Claude Code itself speaks. */
const interrupted = "[Request interrupted by user";
const taskReport = "<task-notification>";
const taskCall = /<tool-use-id>([^<]+)<\/tool-use-id>/;
const commandName = /<command-name>([^<]+)<\/command-name>/;
const commandArgs = /<command-args>([^<]*)<\/command-args>/;
/** Output of commands that ran in Claude Code itself, and what it adds for the model. */
const aside = /^<(?:local-command-|bash-|system-reminder>)/;

/** A `user` record without tool results: a person's message, or what is written as if it were one. */
export function takePrompt(told: Retelling, value: Json): void {
  if (value.isMeta === true || value.isCompactSummary === true || value.isSidechain === true) return;
  const input = inputOf(object(value.message)?.content);
  if (input === undefined) return;
  const uuid = name(value.uuid) ?? "";
  if (input.text.startsWith(interrupted)) {
    told.setTurn({ interrupted: true, lastAt: told.stamp.at });
    told.endTurn();
  } else if (input.text.startsWith(taskReport) || object(value.origin)?.kind === "task-notification")
    takeTaskReport(told, input.text);
  else if (commandName.test(input.text)) takeCommand(told, input.text);
  else if (!aside.test(input.text)) takeMessage(told, input, uuid, value);
}

function takeMessage(told: Retelling, input: AgentInput, uuid: string, value: Json): void {
  const { claude, turn } = told.state;
  // A reply that is no end of a turn, or calls without a result: it was said into the turn.
  const steer = claude.turn !== undefined && !turn.isOver && (claude.calls.size > 0 || value.type !== "user");
  if (!steer) told.endTurn();
  const mode = name(value.permissionMode);
  const version = name(value.version);
  const cwd = name(value.cwd);
  told.learn({
    ...(mode !== undefined && { permissionMode: mode }),
    ...(version !== undefined && { claude_code_version: version }),
    ...(cwd !== undefined && { cwd }),
  });
  told.feedInput(input, uuid, steer);
  told.setTurn({ lastAt: told.stamp.at });
}

/** The turn that follows is nobody's. */
function takeTaskReport(told: Retelling, report: string): void {
  told.endTurn();
  const call = taskCall.exec(report)?.[1];
  told.feedLine({
    type: "system",
    subtype: "task_notification",
    ...(call !== undefined && { tool_use_id: call }),
  });
}

/** Some commands are done by Claude Code itself, others begin a turn: which one it is, the next record tells. */
function takeCommand(told: Retelling, words: string): void {
  told.endTurn();
  const args = commandArgs.exec(words)?.[1]?.trim() ?? "";
  const command = `${commandName.exec(words)?.[1] ?? ""} ${args}`.trim();
  told.emit({ kind: "userMessage", text: command, context: [], origin: "user" });
}

function inputOf(content: unknown): AgentInput | undefined {
  if (typeof content === "string") return content === "" ? undefined : { text: content, context: [] };
  const blocks = objects(content);
  const words = blocks.flatMap((block) => (block.type === "text" ? (name(text(block.text)) ?? []) : []));
  const context = blocks.flatMap(imageOf);
  return words.length === 0 && context.length === 0 ? undefined : { text: words.join("\n"), context };
}
