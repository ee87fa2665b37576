import type { ToolInput, ToolName } from "@nucleic/protocol";
import { LabError } from "../lab-error.ts";
import type { ContentStep } from "../model/model-api.ts";
import { addFilePatch, type PatchEdit, updateFilePatch } from "./apply-patch.ts";
import { asList, asRecord, asString } from "./read-body.ts";
import { shellQuote } from "./shell-quote.ts";

/** A call of one of Codex's tools: a function takes JSON, a custom tool free text. */
export type CodexCall =
  | { readonly type: "function"; readonly name: string; readonly namespace?: string; readonly input: unknown }
  | { readonly type: "custom"; readonly name: string; readonly input: string };

/** What a request offers beside plain functions. */
export interface OfferedTools {
  readonly customs: ReadonlySet<string>;
  /** The namespace of each function that stands in one. */
  readonly namespaces: ReadonlyMap<string, string>;
}

/** Reads a request's `tools`. */
export function offeredTools(tools: unknown): OfferedTools {
  const customs = new Set<string>();
  const namespaces = new Map<string, string>();
  for (const tool of asList(tools)) {
    const { type, name, tools: inner } = asRecord(tool);
    if (typeof name !== "string") continue;
    if (type === "custom") customs.add(name);
    if (type === "namespace") for (const one of asList(inner)) namespaces.set(text(asRecord(one).name), name);
  }
  return { customs, namespaces };
}

type Calling = (input: ToolInput, offered: OfferedTools) => CodexCall;

// Tools of Codex 0.171.0 and of the 0.137.0 inside codex-acp 0.16.0, from the `tools` of their requests. Codex reads and
// searches files by shell commands, which it recognises.
const tools: Readonly<Record<ToolName, Calling | { readonly hint: string }>> = {
  Bash: bash,
  Read: ({ path, offset, limit }) => shell(readCommand(text(path), offset, limit)),
  Write: ({ path, content }, offered) => applyPatch(addFilePatch(text(path), text(content)), offered),
  Edit: (input, offered) => applyPatch(updateFilePatch(text(input.path), [edit(input)]), offered),
  MultiEdit: ({ path, edits }, offered) =>
    applyPatch(updateFilePatch(text(path), asList(edits).map(edit)), offered),
  NotebookEdit: { hint: "Codex has no tool for notebooks; write an Edit of the file" },
  Glob: ({ pattern, path }) =>
    shell(`find ${shellQuote(asString(path, "."))} -name ${shellQuote(lastSegment(text(pattern)))}`),
  Grep: ({ pattern, path }) =>
    shell(`grep -rn -e ${shellQuote(text(pattern))} ${shellQuote(asString(path, "."))}`),
  WebFetch: { hint: "Codex's server fetches pages itself; write a Bash call of curl" },
  WebSearch: { hint: "Codex's server searches the web itself, and the lab does not play that" },
  Task: task,
  TodoWrite: ({ entries, ...rest }) => ({
    type: "function",
    name: "update_plan",
    input: { ...rest, plan: asList(entries).map(planEntry) },
  }),
  Mcp: mcp,
  AskUser: ({ questions }) => ({
    type: "function",
    name: "request_user_input",
    input: { questions: asList(questions).map(question) },
  }),
  ExitPlan: {
    hint: "Codex has no tool to leave plan mode; let the model say <proposed_plan>…</proposed_plan>",
  },
  Other: { hint: "write { native: NAME, input }" },
};

type CallStep = Extract<ContentStep, { call: string } | { native: string }>;

/**
 * The call as Codex knows it, by what the request offers.
 *
 * @throws LabError `badScenario` where Codex has nothing of the kind
 */
export function codexCall(step: CallStep, offered: OfferedTools): CodexCall {
  if ("native" in step) return nativeCall(step.native, step.input, offered);
  const calling = tools[step.call];
  if (typeof calling === "function") return calling(step.input, offered);
  throw new LabError("badScenario", `\`${step.call}\` names no tool of Codex`, { hint: calling.hint });
}

/** A text is the input of a custom tool, whether it is offered or not; anything else is for a function. */
function nativeCall(name: string, input: unknown, { customs, namespaces }: OfferedTools): CodexCall {
  if (typeof input === "string") return { type: "custom", name, input };
  if (customs.has(name)) return { type: "custom", name, input: JSON.stringify(input) };
  const namespace = namespaces.get(name);
  return { type: "function", name, ...(namespace && { namespace }), input };
}

/** Waits for the end of the command as long as Codex lets a call wait (30 s); in the background hardly at all. */
function bash({ command, cwd, background, description: _, timeoutMs: __, ...rest }: ToolInput): CodexCall {
  return {
    type: "function",
    name: "exec_command",
    input: {
      cmd: command,
      ...(cwd !== undefined && { workdir: cwd }),
      yield_time_ms: background === true ? 250 : 30_000,
      ...rest,
    },
  };
}

const shell = (command: string): CodexCall => bash({ command });

/** Where the freeform tool is not offered (models without metadata), Codex recognises the program of its name. */
function applyPatch(patch: string, { customs }: OfferedTools): CodexCall {
  if (customs.has("apply_patch")) return { type: "custom", name: "apply_patch", input: patch };
  return shell(`apply_patch <<'LAB_PATCH'\n${patch}\nLAB_PATCH\n`);
}

/** Tools of an MCP server are a namespace, whose name is the server's with what is no letter or digit made `_`. */
function mcp({ server, tool, arguments: given }: ToolInput): CodexCall {
  return {
    type: "function",
    name: text(tool),
    namespace: `mcp__${text(server).replace(/[^A-Za-z0-9_]/g, "_")}`,
    input: asRecord(given),
  };
}

/** Goes on beside the conversation; its name has small letters, digits and `_` alone. */
function task({ prompt, description }: ToolInput, offered: OfferedTools): CodexCall {
  if (!offered.namespaces.has("spawn_agent"))
    throw new LabError("badScenario", "Codex offers no subagents", {
      hint: "switch them on: -c features.multi_agent_v2=true",
    });
  const name = asString(description, "subtask")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_");
  return nativeCall("spawn_agent", { task_name: name, message: prompt, fork_turns: "none" }, offered);
}

function edit(given: unknown): PatchEdit {
  const { oldText, newText, all } = asRecord(given);
  if (all === true)
    throw new LabError("badScenario", "a patch of Codex replaces one place", {
      hint: "write an edit for each place",
    });
  return { oldText: text(oldText), newText: text(newText) };
}

function readCommand(path: string, offset: unknown, limit: unknown): string {
  if (typeof offset !== "number" && typeof limit !== "number") return `cat ${shellQuote(path)}`;
  const first = typeof offset === "number" ? offset : 1;
  const last = typeof limit === "number" ? first + limit - 1 : "$";
  return `sed -n ${shellQuote(`${first},${last}p`)} ${shellQuote(path)}`;
}

function planEntry(entry: unknown): Readonly<Record<string, unknown>> {
  const { text: step, ...rest } = asRecord(entry);
  return { step, ...rest };
}

function question(asked: unknown, index: number): Readonly<Record<string, unknown>> {
  const { id, text: words, header, options } = asRecord(asked);
  return {
    id: asString(id, `question_${index + 1}`),
    header: asString(header, "Question"),
    question: words,
    options: asList(options).map((option) => ({ description: asRecord(option).label, ...asRecord(option) })),
  };
}

const text = (value: unknown): string => asString(value, "");
const lastSegment = (pattern: string): string => pattern.split("/").at(-1) ?? pattern;
