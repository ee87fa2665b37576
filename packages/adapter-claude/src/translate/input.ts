import type { CommonInput } from "@nucleic/adapter-kit";
import type { AgentInput } from "@nucleic/protocol";
import type { DecodedLine } from "../wire/messages.ts";

/** What Claude Code asks before it uses a tool, whatever the transport: an MCP call or a `can_use_tool` request. */
export interface PermissionAsk {
  /** The transport's own name of this request, unique among those open. */
  readonly key: string;
  readonly toolName: string;
  /** Native, as the CLI sent it. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly toolUseId?: string | undefined;
  readonly agentId?: string | undefined;
  /** Why it has to ask, as the CLI puts it. */
  readonly reason?: string | undefined;
  /** The path that a rule or folder of the CLI's keeps it from. */
  readonly blockedPath?: string | undefined;
}

/** Everything that moves a session, in the order in which it happens. */
export type TranslateInput =
  | CommonInput
  | { readonly kind: "line"; readonly line: DecodedLine }
  /** A person's message, as it is written to stdin with this uuid. */
  | { readonly kind: "input"; readonly input: AgentInput; readonly uuid: string; readonly steer: boolean }
  /** Over HTTP. Over stdio the same comes as a line. */
  | { readonly kind: "ask"; readonly ask: PermissionAsk }
  /** Over HTTP: the CLI no longer waits (`notifications/cancelled`, connection gone). */
  | { readonly kind: "withdrawn"; readonly key: string };

/**
 * What is kept of an open ask. `keys` has more than one where the CLI asked twice about the same call (197, when the HTTP
 * connection broke): one card, and one answer for all of them.
 */
export interface NativeAsk {
  readonly keys: readonly string[];
  readonly ask: PermissionAsk;
}
