import { type Json, name, object, objects } from "@nucleic/adapter-kit";
import type { PlanEntry } from "@nucleic/protocol";
import type { OpenCall } from "./state.ts";
import type { Step } from "./step.ts";

const statuses: Readonly<Record<string, PlanEntry["status"]>> = {
  pending: "pending",
  in_progress: "inProgress",
  completed: "completed",
};

/**
 * The plan after a call that succeeded: TodoWrite carries it whole; TaskCreate, TaskUpdate and TaskList (197) are
 * about single tasks, which are kept by their id.
 */
export function updatePlan(step: Step, call: OpenCall, result: Json | undefined): void {
  if (call.nativeTool === "TodoWrite") {
    emitPlan(step, todosOf(call.input?.todos));
    return;
  }
  const plan = nextPlan(step.state.plan, call, result);
  if (!plan || plan === step.state.plan) return;
  step.set({ plan });
  emitPlan(step, [...plan.values()]);
}

function todosOf(todos: unknown): PlanEntry[] {
  return objects(todos).map((todo) => entryOf(todo.content, todo.status));
}

type Plan = ReadonlyMap<string, PlanEntry>;

function nextPlan(plan: Plan, call: OpenCall, result: Json | undefined): Plan | undefined {
  switch (call.nativeTool) {
    case "TaskCreate":
      return withTask(plan, object(result?.task) ?? {});
    case "TaskList":
      return objects(result?.tasks).reduce(withTask, new Map());
    case "TaskUpdate":
      return updated(plan, call.input ?? {}, result);
    default:
      return undefined;
  }
}

function withTask(plan: Plan, task: Json): Plan {
  const id = name(task.id);
  return id === undefined ? plan : new Map(plan).set(id, entryOf(task.subject, task.status));
}

function updated(plan: Plan, input: Json, result: Json | undefined): Plan {
  const id = name(result?.taskId) ?? name(input.taskId);
  const old = id === undefined ? undefined : plan.get(id);
  if (id === undefined || !old) return plan;
  const status = object(result?.statusChange)?.to ?? input.status;
  const next = new Map(plan);
  if (status === "deleted") next.delete(id);
  else next.set(id, entryOf(name(input.subject) ?? old.text, status ?? native(old.status)));
  return next;
}

function entryOf(words: unknown, status: unknown): PlanEntry {
  return { text: name(words) ?? "", status: statuses[String(status)] ?? "pending" };
}

function native(status: PlanEntry["status"]): string {
  return status === "inProgress" ? "in_progress" : status;
}

function emitPlan(step: Step, entries: PlanEntry[]): void {
  step.emit({ kind: "planUpdated", entries });
}
