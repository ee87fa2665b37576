import { isObject, type Json } from "@nucleic/adapter-kit";
import type { ToolInput, ToolName } from "@nucleic/protocol";

/** How one native tool maps onto the shared vocabulary. */
interface ToolSpec {
  readonly tool: ToolName;
  /** Native field to ours, where the names differ. */
  readonly fields?: Readonly<Record<string, string>>;
  /** By native field: how the items of that list are mapped. */
  readonly items?: Readonly<Record<string, ItemSpec>>;
}

interface ItemSpec {
  readonly fields: Readonly<Record<string, string>>;
  /** By native field: native value to ours. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const editFields = { old_string: "oldText", new_string: "newText", replace_all: "all" };
const task: ToolSpec = { tool: "Task", fields: { subagent_type: "agent", run_in_background: "background" } };

/** Every tool of 2.1.197 and 2.1.332 that the vocabulary has a word for. What is not here is `Other`, as it is. */
const specs: Readonly<Record<string, ToolSpec>> = {
  Bash: { tool: "Bash", fields: { timeout: "timeoutMs", run_in_background: "background" } },
  Read: { tool: "Read", fields: { file_path: "path" } },
  Write: { tool: "Write", fields: { file_path: "path" } },
  Edit: { tool: "Edit", fields: { file_path: "path", ...editFields } },
  MultiEdit: {
    tool: "MultiEdit",
    fields: { file_path: "path" },
    items: { edits: { fields: editFields } },
  },
  NotebookEdit: {
    tool: "NotebookEdit",
    fields: { notebook_path: "path", cell_id: "cellId", new_source: "newSource", edit_mode: "editMode" },
  },
  Glob: { tool: "Glob" },
  Grep: { tool: "Grep" },
  WebFetch: { tool: "WebFetch" },
  WebSearch: { tool: "WebSearch" },
  Task: task,
  Agent: task,
  TodoWrite: {
    tool: "TodoWrite",
    fields: { todos: "entries" },
    items: {
      todos: { fields: { content: "text" }, values: { status: { in_progress: "inProgress" } } },
    },
  },
  AskUserQuestion: { tool: "AskUser" },
  ExitPlanMode: { tool: "ExitPlan", fields: { planFilePath: "planPath" } },
};

/** An MCP tool's name, `mcp__server__tool`, in its parts. */
const mcpName = /^mcp__(.+?)__(.+)$/s;
/** Stands before a native field whose name would otherwise pass for one of ours. */
const escapePrefix = "native.";

export function toolNameOf(nativeTool: string): ToolName {
  if (mcpName.test(nativeTool)) return "Mcp";
  return specOf(nativeTool)?.tool ?? "Other";
}

/** Native input in the shared vocabulary. Fields it has no word for keep their name and value. */
export function normalizeInput(nativeTool: string, input: Json): ToolInput {
  const mcp = mcpName.exec(nativeTool);
  if (mcp) return { server: mcp[1], tool: mcp[2], arguments: input };
  const spec = specOf(nativeTool);
  return spec ? mapItems(rename(input, spec.fields ?? {}), spec, toOurs) : input;
}

/** The way back: what a person allowed instead, as the CLI wants it. Undoes {@link normalizeInput}. */
export function denormalizeInput(nativeTool: string, input: ToolInput): Json {
  if (mcpName.test(nativeTool)) return isObject(input.arguments) ? input.arguments : input;
  const spec = specOf(nativeTool);
  return spec ? restore(mapItems(input, spec, toNative), spec.fields ?? {}) : input;
}

function specOf(nativeTool: string): ToolSpec | undefined {
  return Object.hasOwn(specs, nativeTool) ? specs[nativeTool] : undefined;
}

function rename(input: Json, fields: Readonly<Record<string, string>>): Json {
  const ours = new Set(Object.values(fields));
  return mapKeys(input, (key) => {
    if (Object.hasOwn(fields, key)) return fields[key] ?? key;
    return ours.has(key) || key.startsWith(escapePrefix) ? escapePrefix + key : key;
  });
}

function restore(input: Json, fields: Readonly<Record<string, string>>): Json {
  const native = new Map(Object.entries(fields).map(([from, to]) => [to, from]));
  return mapKeys(
    input,
    (key) => native.get(key) ?? (key.startsWith(escapePrefix) ? key.slice(escapePrefix.length) : key),
  );
}

function mapKeys(input: Json, to: (key: string) => string): Json {
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [to(key), value]));
}

/** Maps the items of lists; `input` carries our field names in both directions. */
function mapItems(input: Json, spec: ToolSpec, map: (item: Json, spec: ItemSpec) => Json): Json {
  const changed = Object.entries(spec.items ?? {}).flatMap(([nativeField, itemSpec]) => {
    const field = spec.fields?.[nativeField] ?? nativeField;
    const list = input[field];
    if (!Array.isArray(list)) return [];
    return [[field, list.map((item: unknown) => (isObject(item) ? map(item, itemSpec) : item))] as const];
  });
  return changed.length === 0 ? input : { ...input, ...Object.fromEntries(changed) };
}

function toOurs(item: Json, spec: ItemSpec): Json {
  return rename(
    mapValues(item, spec, (values, value) => values[value]),
    spec.fields,
  );
}

function toNative(item: Json, spec: ItemSpec): Json {
  const native = restore(item, spec.fields);
  return mapValues(native, spec, (values, value) => Object.keys(values).find((key) => values[key] === value));
}

function mapValues(
  item: Json,
  spec: ItemSpec,
  map: (values: Readonly<Record<string, string>>, value: string) => string | undefined,
): Json {
  const changed = Object.entries(spec.values ?? {}).flatMap(([field, values]) => {
    const value = item[field];
    const mapped = typeof value === "string" ? map(values, value) : undefined;
    return mapped === undefined ? [] : [[field, mapped] as const];
  });
  return changed.length === 0 ? item : { ...item, ...Object.fromEntries(changed) };
}
