import { type Json, name, object, text } from "@nucleic/adapter-kit";
import { canonicalJson } from "@nucleic/protocol/core";
import { type AskedFor, everyOption, onlyOnce } from "./asked-for.ts";
import type { CodexStep } from "./codex-step.ts";
import type { OpenCall } from "./state.ts";

/** An MCP server wants a person to open an address. To accept says that they will; nothing here opens it. */
export function elicitationApproval(params: Json): AskedFor {
  return {
    tool: "Other",
    nativeTool: "elicitation",
    input: { url: text(params.url) ?? "", server: text(params.serverName) ?? "" },
    reasons: [text(params.message), `Asks to open ${text(params.url) ?? "an address"}`],
    options: onlyOnce,
  };
}

/**
 * Codex asks whether a tool of an MCP server may be called. The request names the server and, in 0.171.0, the tool; what
 * is going to be called with what, the open item tells. Without one it is anybody's word, and no rule may answer.
 */
export function mcpToolApproval(step: CodexStep, params: Json): AskedFor {
  const meta = object(params._meta) ?? {};
  const server = text(params.serverName) ?? "";
  const given = object(meta.tool_params) ?? {};
  const found = callFor(step, server, meta);
  const serverHints = hintsOf(object(meta.tool_annotations), found?.call.item);
  const reasons = [text(params.message), text(meta.tool_description)];
  const base = { itemId: found?.id, reasons, ...(serverHints && { serverHints }) };
  if (!found)
    return {
      ...base,
      tool: "Other",
      nativeTool: "mcpToolCall",
      input: { server, ...(name(meta.tool_name) && { tool: meta.tool_name }), arguments: given },
      options: onlyOnce,
    };
  const { tool, arguments: args } = found.call.item;
  return {
    ...base,
    tool: "Mcp",
    nativeTool: "mcpToolCall",
    input: { server, tool: text(tool) ?? "", arguments: args ?? {} },
    options: everyOption,
  };
}

/** The annotations stand in the request; whether it only reads in the item too (0.171.0). */
function hintsOf(annotations: Json = {}, item: Json = {}): AskedFor["serverHints"] {
  const readOnly = [annotations.readOnlyHint, item.readOnlyHint].find((hint) => typeof hint === "boolean");
  const destructive = annotations.destructiveHint;
  if (readOnly === undefined && typeof destructive !== "boolean") return undefined;
  return {
    ...(typeof readOnly === "boolean" && { readOnly }),
    ...(typeof destructive === "boolean" && { destructive }),
  };
}

/** The one open call of that server and tool that nobody has asked about; of several, the one with these arguments. */
function callFor(
  step: CodexStep,
  server: string,
  { tool_name: tool, tool_params: given }: Json,
): { readonly id: string; readonly call: OpenCall } | undefined {
  const asked = new Set([...step.state.asks.values()].map(({ request }) => String(request.toolCallId)));
  const open = [...step.state.calls]
    .map(([id, call]) => ({ id, call }))
    .filter(({ id, call }) => call.tool === "Mcp" && call.item.server === server && !asked.has(id))
    .filter(({ call }) => tool === undefined || call.item.tool === tool);
  if (open.length <= 1) return open[0];
  const same = open.filter(
    ({ call }) => canonicalJson(call.item.arguments ?? {}) === canonicalJson(given ?? {}),
  );
  return same.length === 1 ? same[0] : undefined;
}
