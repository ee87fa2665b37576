import type { ToolKind } from "@agentclientprotocol/sdk";
import { at, type Json, name, objects } from "@nucleic/adapter-kit";
import type { ToolInput, ToolName } from "@nucleic/protocol";
import type { AgentQuirks, ToolSpec } from "../quirks/quirks.ts";
import type { CallPatch } from "./call-patch.ts";
import { commandOf } from "./command.ts";
import { mcpCallOf } from "./mcp-call.ts";
import type { OpenCall } from "./state.ts";

/** What a call of a kind is where the agent does not name its tool. */
const kinds: Readonly<Record<ToolKind, ToolName>> = {
  read: "Read",
  edit: "Edit",
  delete: "Other",
  move: "Other",
  search: "Grep",
  execute: "Bash",
  think: "Other",
  fetch: "WebFetch",
  switch_mode: "Other",
  other: "Other",
};

/** The agent's own name of a tool; its kind, where it has none. */
export function nativeToolOf({ toolName }: AgentQuirks, id: string, patch: CallPatch): string {
  const found = (() => {
    switch (toolName.in) {
      case "meta":
        return name(at(patch.meta, toolName.path));
      case "title":
        return patch.source === "call" ? patch.title : undefined;
      case "id":
        return id.includes(toolName.separator) ? name(id.split(toolName.separator)[0]) : undefined;
      default:
        return undefined;
    }
  })();
  return found ?? patch.kind ?? "other";
}

/**
 * In the shared vocabulary. Of a call without a name: one that brings a command runs it, whatever the agent says that the
 * command does (codex-acp calls `cat` a read); one of the kind `edit` writes where there was nothing before.
 */
export function toolOf(quirks: AgentQuirks, nativeTool: string, patch?: CallPatch): ToolName {
  const { rawInput = {}, title } = patch ?? {};
  if (mcpCallOf(quirks, { nativeTool, rawInput, title })) return "Mcp";
  const known = specOf(quirks, nativeTool)?.tool;
  if (known) return known;
  if (patch?.rawInput?.command !== undefined) return "Bash";
  const kind = patch?.kind;
  if (kind === undefined || !isKind(kind)) return "Other";
  const writes = patch?.diffs?.length === 1 && patch.diffs[0]?.before === undefined;
  return kind === "edit" && writes ? "Write" : kinds[kind];
}

function isKind(kind: string): kind is ToolKind {
  return Object.hasOwn(kinds, kind);
}

function specOf(quirks: AgentQuirks, nativeTool: string): ToolSpec | undefined {
  return Object.hasOwn(quirks.tools, nativeTool) ? quirks.tools[nativeTool] : undefined;
}

/**
 * What is known of a call's input, in the shared vocabulary: its `rawInput`, and what that leaves open from its places,
 * diffs and title. Fields that there is no word for keep their name and value.
 */
export function inputOf(quirks: AgentQuirks, call: OpenCall): ToolInput {
  const mcp = mcpCallOf(quirks, call);
  if (mcp) return mcp;
  const input = rename(call.rawInput, quirks, specOf(quirks, call.nativeTool));
  const path = name(input.path) ?? call.diffs[0]?.path ?? call.places[0]?.path;
  const [diff] = call.diffs;
  switch (call.tool) {
    case "Bash":
      return { ...input, ...commandOf(input.command, quirks.titleIsCommand && call.title) };
    case "Read":
      return { ...input, ...(path !== undefined && { path }) };
    case "Write":
      return { ...(diff && { content: diff.after }), ...input, ...(path !== undefined && { path }) };
    case "Edit":
      return {
        ...(call.diffs.length === 1 && diff && { oldText: diff.before ?? "", newText: diff.after }),
        ...input,
        ...(path !== undefined && { path }),
      };
    case "TodoWrite":
      return { ...input, ...(Array.isArray(input.entries) && { entries: entriesOf(input.entries) }) };
    default:
      return input;
  }
}

function rename(input: Json, { dropFields = [] }: AgentQuirks, spec: ToolSpec | undefined): Json {
  const dropped = new Set([...dropFields, ...(spec?.drop ?? [])]);
  const fields = spec?.fields ?? {};
  const kept = Object.entries(input).filter(([key]) => !dropped.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [Object.hasOwn(fields, key) ? (fields[key] ?? key) : key, value]),
  );
}

const statuses: Readonly<Record<string, "pending" | "inProgress" | "completed">> = {
  pending: "pending",
  in_progress: "inProgress",
  completed: "completed",
};

/** Entries of a plan, in updates and in the input of a todo tool alike. */
export function entriesOf(
  native: unknown,
): { text: string; status: "pending" | "inProgress" | "completed" }[] {
  return objects(native).map(({ content, status }) => ({
    text: name(content) ?? "",
    status: (typeof status === "string" && Object.hasOwn(statuses, status) && statuses[status]) || "pending",
  }));
}
