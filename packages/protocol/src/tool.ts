import { z } from "zod";

/**
 * The shared tool vocabulary. Every backend's own tools map onto it, so that risk, summaries, rules and views are
 * written once. What fits nowhere is `Other`, with the backend's own name beside it in `nativeTool`.
 */
export const ToolName = z
  .enum([
    "Bash",
    "Read",
    "Write",
    "Edit",
    "MultiEdit",
    "NotebookEdit",
    "Glob",
    "Grep",
    "WebFetch",
    "WebSearch",
    "Task",
    "TodoWrite",
    "Mcp",
    "AskUser",
    "ExitPlan",
    "Other",
  ])
  .meta({ title: "ToolName" });
export type ToolName = z.infer<typeof ToolName>;

/**
 * A tool's input. Known fields carry the same name whatever the backend calls them:
 *
 * | tool | fields |
 * |---|---|
 * | Bash | `command`, `cwd?`, `description?`, `timeoutMs?`, `background?` |
 * | Read | `path`, `offset?`, `limit?` |
 * | Write | `path`, `content` |
 * | Edit | `path`, `oldText`, `newText`, `all?` |
 * | MultiEdit | `path`, `edits: {oldText, newText, all?}[]` |
 * | NotebookEdit | `path`, `cellId?`, `newSource?`, `editMode?` |
 * | Glob | `pattern`, `path?` |
 * | Grep | `pattern`, `path?` |
 * | WebFetch | `url`, `prompt?` |
 * | WebSearch | `query` |
 * | Task | `prompt`, `description?`, `agent?`, `background?` |
 * | TodoWrite | `entries: {text, status}[]` |
 * | Mcp | `server`, `tool`, `arguments` |
 * | AskUser | `questions` |
 * | ExitPlan | `plan?`, `planPath?` |
 *
 * Any further field keeps the backend's own name and value. Paths are as the backend gave them.
 */
export const ToolInput = z.record(z.string(), z.unknown()).meta({ title: "ToolInput" });
export type ToolInput = z.infer<typeof ToolInput>;
