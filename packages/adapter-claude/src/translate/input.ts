import type { ProcessExit } from "@nucleic/process";
import type {
  AgentInput,
  ApprovalAnswer,
  ApprovalId,
  ApprovalRequest,
  QuestionId,
  QuestionReply,
  QuestionRequest,
} from "@nucleic/protocol";
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
  | { readonly kind: "line"; readonly line: DecodedLine }
  /** A line too long to keep was dropped. */
  | { readonly kind: "overflow"; readonly lengthBytes: number }
  /** A person's message, as it is written to stdin with this uuid. */
  | { readonly kind: "input"; readonly input: AgentInput; readonly uuid: string; readonly steer: boolean }
  /** Over HTTP. Over stdio the same comes as a line. */
  | { readonly kind: "ask"; readonly ask: PermissionAsk }
  /** Over HTTP: the CLI no longer waits (`notifications/cancelled`, connection gone). */
  | { readonly kind: "withdrawn"; readonly key: string }
  | { readonly kind: "answered"; readonly approvalId: ApprovalId; readonly answer: ApprovalAnswer }
  | { readonly kind: "replied"; readonly questionId: QuestionId; readonly reply: QuestionReply }
  /** An interruption has been asked for. */
  | { readonly kind: "interrupting" }
  /** The program has ended. `expected`: because it was told to. */
  | {
      readonly kind: "exit";
      readonly exit: ProcessExit;
      readonly expected: boolean;
      /** It was told to in the middle of a turn, which may be over by now: it was interrupted first. */
      readonly cutShort?: boolean;
    };

/**
 * An ask that a person has not answered yet. `keys` has more than one where the CLI asked twice about the same call
 * (197, when the HTTP connection broke): one card, and one answer for all of them.
 */
export type OpenAsk = { readonly keys: readonly string[]; readonly ask: PermissionAsk } & (
  | { readonly kind: "approval"; readonly id: ApprovalId; readonly request: ApprovalRequest }
  | { readonly kind: "question"; readonly id: QuestionId; readonly request: QuestionRequest }
);
