import { canonicalJson } from "@nucleic/protocol/core";
import type { Json } from "../wire/messages.ts";
import { name, object, text } from "../wire/read.ts";
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
 * Codex asks whether a tool of an MCP server may be called. The request names the server and shows the arguments; which
 * call it is, the open items tell. Without one the tool is not known, and no rule may answer.
 */
export function mcpToolApproval(step: CodexStep, params: Json): AskedFor {
  const meta = object(params._meta) ?? {};
  const server = text(params.serverName) ?? "";
  const given = object(meta.tool_params) ?? {};
  const found = callFor(step, server, object(meta.tool_params));
  const base = { itemId: found?.id, reasons: [text(params.message), text(meta.tool_description)] };
  if (!found)
    return {
      ...base,
      tool: "Other",
      nativeTool: "mcpToolCall",
      input: { server, arguments: given, ...(name(meta.tool_title) && { title: meta.tool_title }) },
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

/** The one call of that server that is open; of several, the one with these arguments. */
function callFor(
  step: CodexStep,
  server: string,
  given: Json | undefined,
): { readonly id: string; readonly call: OpenCall } | undefined {
  const asked = new Set([...step.state.asks.values()].map(({ request }) => String(request.toolCallId)));
  const open = [...step.state.calls]
    .map(([id, call]) => ({ id, call }))
    .filter(({ id, call }) => call.tool === "Mcp" && call.item.server === server && !asked.has(id));
  if (open.length <= 1) return open[0];
  const same = open.filter(
    ({ call }) => canonicalJson(call.item.arguments ?? {}) === canonicalJson(given ?? {}),
  );
  return same.length === 1 ? same[0] : undefined;
}
