/** The tools, as agents call them. */
export const toolNames = ["set_disposition", "ask_user", "host_exec"] as const;
export type ToolName = (typeof toolNames)[number];
