import type { ToolInput, ToolName } from "@nucleic/protocol";
import { LabError } from "../lab-error.ts";
import { asRecord, asString } from "./read-body.ts";

/** A tool call under a CLI's own names. */
export interface NativeCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** How a tool of the shared vocabulary is called on one CLI. */
export interface NativeTool {
  /** The tool's names in the versions of the CLI; the first one that the request offers is called. */
  readonly names: readonly string[];
  /** Fields that have another name there. Those not listed keep theirs. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Where renaming the top level is not enough; done first. */
  readonly reshape?: (input: ToolInput) => Readonly<Record<string, unknown>>;
}

/** One CLI's own tools. What is absent is a tool that the CLI does not have. */
export interface ToolDialect {
  readonly cli: string;
  readonly tools: Readonly<Partial<Record<Exclude<ToolName, "Mcp" | "Other">, NativeTool>>>;
  /** How it calls a tool of an MCP server. */
  mcp(server: string, tool: string, input: Readonly<Record<string, unknown>>): NativeCall;
}

/**
 * A call in the shared vocabulary, as the CLI knows it. `offered` are the names of the request's tools.
 *
 * @throws LabError `badScenario` where the CLI has no such tool
 */
export function nativeCall(
  dialect: ToolDialect,
  tool: ToolName,
  input: ToolInput,
  offered: ReadonlySet<string>,
): NativeCall {
  if (tool === "Mcp") return mcpCall(dialect, input);
  const native = tool === "Other" ? undefined : dialect.tools[tool];
  if (!native) {
    const message = tool === "Other" ? "`Other` names no tool" : `${dialect.cli} has no tool for \`${tool}\``;
    throw new LabError("badScenario", message, { hint: "write { native: NAME, input }" });
  }
  const { names, fields = {}, reshape } = native;
  return {
    name: names.find((name) => offered.has(name)) ?? names[0] ?? tool,
    input: renamed(reshape ? reshape(input) : input, fields),
  };
}

/** The dialect whose tools the request offers the most of; the first one where it offers none of any. */
export function dialectFor<T extends readonly [ToolDialect, ...ToolDialect[]]>(
  dialects: T,
  offered: ReadonlySet<string>,
): ToolDialect {
  const known = (dialect: ToolDialect) =>
    Object.values(dialect.tools).filter(({ names }) => names.some((name) => offered.has(name))).length;
  return dialects.reduce((best, dialect) => (known(dialect) > known(best) ? dialect : best), dialects[0]);
}

/** The record with those fields under other names. */
export const renamed = (
  input: ToolInput,
  fields: Readonly<Record<string, string>>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [fields[name] ?? name, value]));

function mcpCall(dialect: ToolDialect, { server, tool, arguments: given }: ToolInput): NativeCall {
  return dialect.mcp(asString(server, "server"), asString(tool, "tool"), asRecord(given));
}
