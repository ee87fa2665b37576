import type { Json } from "../../wire/messages.ts";

/** A line that `codex exec --json` prints (0.171.0), as far as it is read here. Every object may carry more. */
export type ExecMessage =
  | { readonly type: "thread.started"; readonly threadId: string }
  | { readonly type: "turn.started" }
  | ItemMessage
  /** `usage` counts over the whole thread. */
  | { readonly type: "turn.completed"; readonly usage: Json }
  | { readonly type: "turn.failed"; readonly message: string }
  /** A retry, or the reason why `turn.failed` follows. */
  | { readonly type: "error"; readonly message: string };

/** Something the agent does. */
export interface ItemMessage {
  readonly type: "item";
  readonly phase: "started" | "updated" | "completed";
  readonly item: ExecItem;
}

/** Its `id` begins anew at `item_0` in every process. */
export interface ExecItem {
  readonly id: string;
  readonly kind: ItemKind;
  readonly native: Json;
}

export type ItemKind =
  | "agent_message"
  | "reasoning"
  | "command_execution"
  | "file_change"
  | "mcp_tool_call"
  | "collab_tool_call"
  | "web_search"
  | "todo_list";

/** What one line is. */
export type DecodedExecLine =
  | { readonly status: "ok"; readonly message: ExecMessage }
  /** An object with a type that is not modelled; of an item its own type, as `item/error`. */
  | { readonly status: "unknown"; readonly type: string; readonly native: unknown }
  /** Nothing but white space: nothing happened. */
  | { readonly status: "blank" }
  /** Not an object with a type. `head` is its beginning, decoded leniently. */
  | { readonly status: "invalid"; readonly reason: string; readonly head: string };
