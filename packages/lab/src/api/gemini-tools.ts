import { asString } from "./read-body.ts";
import type { ToolDialect } from "./tool-dialect.ts";

/**
 * Tools of Gemini CLI 0.61.0 in ACP mode, from the schemas in its requests. Its file tools take relative paths too. It
 * offers no list of tasks and asks no questions there.
 */
export const geminiTools: ToolDialect = {
  cli: "Gemini CLI",
  tools: {
    Bash: { names: ["run_shell_command"], fields: { cwd: "dir_path", background: "is_background" } },
    Read: { names: ["read_file"], fields: { path: "file_path" }, reshape: lines },
    Write: { names: ["write_file"], fields: { path: "file_path" } },
    Edit: {
      names: ["replace"],
      fields: { path: "file_path", oldText: "old_string", newText: "new_string", all: "allow_multiple" },
      reshape: (input) => ({ instruction: "edit the file", ...input }),
    },
    Glob: { names: ["glob"], fields: { path: "dir_path" } },
    Grep: { names: ["grep_search"], fields: { path: "dir_path" } },
    // The address is part of the prompt.
    WebFetch: {
      names: ["web_fetch"],
      reshape: ({ url, prompt, ...rest }) => ({ prompt: `${asString(prompt, "read")} ${url}`, ...rest }),
    },
    WebSearch: { names: ["google_web_search"] },
    Task: {
      names: ["invoke_agent"],
      fields: { agent: "agent_name" },
      reshape: ({ description: _, background: __, ...input }) => ({ agent: "generalist", ...input }),
    },
    // Offered in plan mode only, where the plan is a file.
    ExitPlan: {
      names: ["exit_plan_mode"],
      fields: { planPath: "plan_filename" },
      reshape: ({ plan: _, ...input }) => input,
    },
  },
  mcp: (server, tool, input) => ({ name: `mcp_${server}_${tool}`, input }),
};

function lines({ offset, limit, ...rest }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const first = typeof offset === "number" ? offset : 1;
  return {
    ...rest,
    ...(offset !== undefined && { start_line: first }),
    ...(typeof limit === "number" && { end_line: first + limit - 1 }),
  };
}
