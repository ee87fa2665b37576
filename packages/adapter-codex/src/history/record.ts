import {
  type Json,
  type NativeRecord,
  name,
  object,
  objects,
  type RecordTranslation,
  type Stamp,
  text,
  unseenExit,
} from "@nucleic/adapter-kit";
import { isCall } from "../translate/call.ts";
import { functionCall, itemOfCall } from "./function-call.ts";
import { Rollout } from "./rollout.ts";
import { textOf, threadItem } from "./rollout-item.ts";
import type { RolloutState } from "./state.ts";
import { takeLimits, takeTokenCount, takeUsageRecord } from "./tokens.ts";

/** Takes one record of a rollout. Pure but for the ids it draws. */
export function translateRecord(
  state: RolloutState,
  { value }: NativeRecord,
  stamp: Stamp,
): RecordTranslation<RolloutState> {
  const told = new Rollout(state, stamp);
  const passedOver = takeRecord(told, value);
  return { ...told.end(), ...(passedOver !== undefined && { passedOver }) };
}

/** The rollout has ended, and with it the run. */
export function translateEnd(state: RolloutState, stamp: Stamp): RecordTranslation<RolloutState> {
  const told = new Rollout(state, stamp);
  announce(told, {});
  leaveOpenCalls(told);
  told.endMadeTurn();
  const cutShort = told.turnId !== undefined;
  told.endTurn("interrupted");
  const before = told.end();
  const last = new Rollout(before.state, stamp);
  last.feed({ kind: "exit", exit: unseenExit, expected: true, cutShort });
  const { state: end, events } = last.end();
  return { state: end, events: [...before.events, ...events] };
}

/** What the model had called when the rollout ended: begun, and cut. */
function leaveOpenCalls(told: Rollout): void {
  const { turnId } = told;
  if (turnId === undefined) return;
  for (const [id, call] of told.state.functionCalls) {
    const item = itemOfCall(id, call, "");
    if (item) told.notify("item/started", { item, turnId });
  }
}

/** Answers the kind of a record that says nothing to a person, or is told as it is. */
function takeRecord(told: Rollout, value: Json): string | undefined {
  const payload = object(value.payload) ?? {};
  switch (value.type) {
    case "session_meta":
      return takeMeta(told, payload) ? undefined : "session_meta";
    case "turn_context":
      takeContext(told, payload);
      return undefined;
    case "token_usage_record":
      takeUsageRecord(told, payload);
      return undefined;
    case "compacted":
      told.emit({ kind: "compaction" });
      return undefined;
    case "event_msg":
      return takeEvent(told, payload) ? undefined : `event_msg/${text(payload.type) ?? ""}`;
    case "response_item":
      return takeResponseItem(told, payload) ? undefined : `response_item/${text(payload.type) ?? ""}`;
    case "world_state":
      return "world_state";
    default:
      told.emit({ kind: "raw", backend: "codex", native: value });
      return text(value.type) ?? "untyped";
  }
}

/** False for that of the parent, in a rollout that was forked. */
function takeMeta(told: Rollout, payload: Json): boolean {
  if (payload.id !== told.state.threadId) return false;
  announce(told, payload);
  return true;
}

/** Told once, as early as it is known. */
function announce(told: Rollout, meta: Json): void {
  const { codex, threadId, model } = told.state;
  if (codex.session) return;
  const thread = { id: threadId, cwd: name(meta.cwd) ?? codex.cwd, cliVersion: meta.cli_version };
  told.feed({ kind: "threadStarted", result: { thread, model }, resumed: false });
}

function takeContext(told: Rollout, payload: Json): void {
  announce(told, payload);
  const model = name(payload.model);
  if (model !== undefined) told.notify("thread/settings/updated", { threadSettings: { model } });
}

function takeEvent(told: Rollout, payload: Json): boolean {
  switch (payload.type) {
    case "task_started":
      announce(told, {});
      told.startTurn(told.madeId("turn", payload.turn_id));
      return true;
    case "task_complete":
      told.endTurn(object(payload.error) ? "failed" : "completed", payload.error ?? undefined);
      return true;
    case "turn_aborted":
      told.endTurn("interrupted");
      return true;
    case "item_completed":
      return takeItem(told, object(payload.item) ?? {});
    case "user_message":
      if (!told.state.hasUserItems) takeUser(told, text(payload.message) ?? "", payload.id);
      return true;
    case "token_count":
      takeTokenCount(told, payload);
      takeLimits(told, object(payload.rate_limits) ?? {});
      return true;
    default:
      return false;
  }
}

function takeItem(told: Rollout, native: Json): boolean {
  const item = threadItem(native);
  const id = name(item.id);
  if (id === undefined || item.type === "contextCompaction") return false;
  // The end of a command that was stopped with its turn: its output was told before.
  if (told.turnId === undefined && isCall(text(item.type) ?? "") && !told.state.functionCalls.has(id))
    return true;
  if (item.type === "userMessage") told.set({ hasUserItems: true });
  told.item(item);
  told.set({ functionCalls: without(told, id) });
  return true;
}

/** Before there were records for it, what a person said began a turn. */
function takeUser(told: Rollout, words: string, id: unknown): void {
  if (words === "") return;
  announce(told, {});
  if (told.state.codex.turn?.heard) told.endTurn("completed");
  const content = [{ type: "text", text: words }];
  told.item({ type: "userMessage", id: told.madeId("user", id), content });
}

/** What the model said and called, where no item tells of it. */
function takeResponseItem(told: Rollout, payload: Json): boolean {
  const callId = name(payload.call_id);
  // Late, and told by an item before.
  if (told.turnId === undefined && told.state.hasUserItems) return true;
  switch (payload.type) {
    case "message": {
      if (payload.role !== "assistant") return false;
      const id = told.madeId("message", payload.id);
      told.item({ type: "agentMessage", id, text: textOf(payload.content) });
      return true;
    }
    case "reasoning": {
      const summary = objects(payload.summary).flatMap((part) => text(part.text) ?? []);
      told.item({ type: "reasoning", id: told.madeId("reasoning", payload.id), summary, content: [] });
      return true;
    }
    case "function_call":
    case "custom_tool_call": {
      const call = functionCall(payload);
      if (payload.name === "update_plan") takePlan(told, text(payload.arguments) ?? "");
      if (callId !== undefined && call)
        told.set({ functionCalls: new Map(told.state.functionCalls).set(callId, call) });
      return true;
    }
    case "function_call_output":
    case "custom_tool_call_output": {
      const call = callId === undefined ? undefined : told.state.functionCalls.get(callId);
      if (callId === undefined || !call) return true;
      const item = itemOfCall(callId, call, payload.output);
      if (!item) return true;
      told.item(item);
      told.set({ functionCalls: without(told, callId) });
      return true;
    }
    default:
      return false;
  }
}

function takePlan(told: Rollout, json: string): void {
  try {
    const plan = objects(object(JSON.parse(json))?.plan);
    const entries = plan.map(({ step, status }) => ({
      step,
      status: status === "in_progress" ? "inProgress" : status,
    }));
    told.ensureTurn();
    told.notify("turn/plan/updated", { turnId: told.turnId, plan: entries });
  } catch {
    // A plan that was cut in the middle of its JSON was none.
  }
}

function without(told: Rollout, id: string): RolloutState["functionCalls"] {
  const { functionCalls } = told.state;
  if (!functionCalls.has(id)) return functionCalls;
  return new Map([...functionCalls].filter(([known]) => known !== id));
}
