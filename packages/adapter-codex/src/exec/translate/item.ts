import type { PlanEntry } from "@nucleic/protocol";
import { object, objects, text } from "../../wire/read.ts";
import type { ExecItem, ItemMessage } from "../wire/messages.ts";
import { endCall, startCall } from "./call.ts";
import { isRefused, refuse } from "./refusal.ts";
import { callOf, emitFileChanges, resultOf } from "./tools.ts";
import { type ExecStep, setTurn } from "./turn.ts";

/** Something the agent does, begun, changed or done. */
export function takeItem(step: ExecStep, { phase, item }: ItemMessage): void {
  switch (item.kind) {
    case "agent_message":
      if (phase === "completed") takeText(step, item);
      break;
    case "reasoning":
      if (phase === "completed")
        step.emit({ kind: "thinking", messageId: idOf(step, item), text: textOf(item), isPartial: false });
      break;
    case "todo_list":
      takePlan(step, item);
      break;
    case "command_execution":
    case "file_change":
    case "mcp_tool_call":
    case "collab_tool_call":
    case "web_search":
      takeCall(step, phase, item);
      break;
    default:
      item.kind satisfies never;
  }
}

function takeText(step: ExecStep, item: ExecItem): void {
  const said = textOf(item);
  step.emit({ kind: "assistantText", messageId: idOf(step, item), text: said, isPartial: false });
  setTurn(step, { finalText: said });
}

/** At the end of a turn it comes once more, unchanged. */
function takePlan(step: ExecStep, item: ExecItem): void {
  const entries = objects(item.native.items).map(
    (entry): PlanEntry => ({
      text: text(entry.text) ?? "",
      status: entry.completed === true ? "completed" : "pending",
    }),
  );
  const plan = JSON.stringify(entries);
  if (plan === step.state.turn?.plan) return;
  setTurn(step, { plan });
  step.emit({ kind: "planUpdated", entries });
}

/** A fast call, or one that is only told of when it is done, has no `item.started`. */
function takeCall(step: ExecStep, phase: ItemMessage["phase"], item: ExecItem): void {
  const id = idOf(step, item);
  startCall(step, id, callOf(item, step.state.cwd));
  if (phase !== "completed") return;
  const result = resultOf(item);
  if (item.kind === "file_change" && !result.isError) emitFileChanges(step, id, item);
  endCall(step, id, result);
  const message = text(object(item.native.error)?.message);
  if (isRefused(item.native.status, message)) refuse(step, message ?? item.kind);
}

/** Item ids begin anew with every process, and there is one for each turn. */
function idOf(step: ExecStep, { id }: ExecItem): string {
  return `${step.state.turn?.id}:${id}`;
}

function textOf({ native }: ExecItem): string {
  return text(native.text) ?? "";
}
