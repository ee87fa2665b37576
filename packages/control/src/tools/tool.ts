import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { ToolName } from "./names.ts";

/** One tool of the server: what the model is told of it, and what a call does. */
export interface ControlTool {
  readonly definition: Tool;
  /** @throws nothing that is the model's fault: what it got wrong is in the result, for it to mend. */
  call(args: unknown, signal: AbortSignal): Promise<CallToolResult>;
}

/** A tool whose arguments a schema describes to the model and checks for us. */
export function controlTool<S extends z.ZodType>(
  about: {
    readonly name: ToolName;
    readonly title: string;
    readonly description: string;
    readonly args: S;
    readonly acts?: true;
  },
  call: (args: z.output<S>, signal: AbortSignal) => Promise<CallToolResult>,
): ControlTool {
  const { name, title, description, args: schema, acts = false } = about;
  const { properties, required } = z.toJSONSchema(schema, { io: "input" });
  return {
    definition: {
      name,
      title,
      description,
      inputSchema: { type: "object", properties: objects(properties), ...(required && { required }) },
      // Where nothing of the agent's surroundings changes Codex asks nobody, and plan modes allow it.
      annotations: { readOnlyHint: !acts, destructiveHint: acts, openWorldHint: acts },
    },
    async call(args, signal) {
      const read = schema.safeParse(args);
      if (!read.success) return failed(`These arguments do not fit: ${z.prettifyError(read.error)}`);
      return call(read.data, signal);
    },
  };
}

/** A schema may be a plain true; of ours none is. */
function objects(properties: z.core.JSONSchema.JSONSchema["properties"] = {}): Record<string, object> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      typeof schema === "object" ? [[name, schema]] : [],
    ),
  );
}

/** A result in words. */
export function said(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

/** The same, of a call that came to nothing. */
export function failed(text: string): CallToolResult {
  return { ...said(text), isError: true };
}
