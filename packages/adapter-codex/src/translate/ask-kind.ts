import type {
  McpServerElicitationRequestParams,
  ServerRequestMethod,
} from "../wire/generated/0.171.0/types.ts";
import type { Json, Loose, ServerRequestLine } from "../wire/messages.ts";
import { name, object } from "../wire/read.ts";
import { formFields } from "./form.ts";
import type { NativeAskKind } from "./native-ask.ts";

/** Which of the asks a request is; undefined for one that a person does not answer, and that has to be refused. */
export function askKindOf({ method, params }: ServerRequestLine): NativeAskKind | undefined {
  switch (method as ServerRequestMethod) {
    case "item/commandExecution/requestApproval":
      return "command";
    case "item/fileChange/requestApproval":
      return "fileChange";
    case "item/permissions/requestApproval":
      return "permissions";
    case "item/tool/requestUserInput":
      return "userInput";
    case "mcpServer/elicitation/request":
      return elicitationKind(params);
    default:
      return undefined;
  }
}

/** An MCP server asks for something; or Codex itself asks, in the same clothes, whether a tool of one may be called. */
function elicitationKind(params: Json): NativeAskKind | undefined {
  const asked: Loose<McpServerElicitationRequestParams> = params;
  if (object(asked._meta)?.codex_approval_kind === "mcp_tool_call") return "mcpToolCall";
  if (asked.mode === "url") return name(params.url) === undefined ? undefined : "elicitationUrl";
  return formFields(params) ? "elicitationForm" : undefined;
}
