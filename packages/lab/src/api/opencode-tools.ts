import { asList, asRecord } from "./read-body.ts";
import type { ToolDialect } from "./tool-dialect.ts";

/**
 * Tools of opencode 1.18.33 in ACP mode, from the schemas in its requests. Its file tools take relative paths too. It asks
 * no questions and has no plan to submit there.
 */
export const opencodeTools: ToolDialect = {
  cli: "opencode",
  tools: {
    Bash: { names: ["bash"], fields: { timeoutMs: "timeout", cwd: "workdir" } },
    Read: { names: ["read"], fields: { path: "filePath" } },
    Write: { names: ["write"], fields: { path: "filePath" } },
    Edit: {
      names: ["edit"],
      fields: { path: "filePath", oldText: "oldString", newText: "newString", all: "replaceAll" },
    },
    Glob: { names: ["glob"] },
    Grep: { names: ["grep"] },
    WebFetch: { names: ["webfetch"], reshape: ({ prompt: _, ...input }) => input },
    Task: {
      names: ["task"],
      fields: { agent: "subagent_type" },
      reshape: ({ background: _, ...input }) => ({ description: "subtask", agent: "general", ...input }),
    },
    TodoWrite: {
      names: ["todowrite"],
      reshape: ({ entries, ...rest }) => ({ ...rest, todos: asList(entries).map(todo) }),
    },
  },
  mcp: (server, tool, input) => ({ name: `${server}_${tool}`, input }),
};

function todo(entry: unknown): Record<string, unknown> {
  const { text, ...rest } = asRecord(entry);
  return { content: text, priority: "medium", ...rest };
}
