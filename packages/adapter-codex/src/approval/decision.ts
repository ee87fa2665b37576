import type { OpenAsk } from "@nucleic/adapter-kit";
import { type ApprovalAnswer, mayDecide, type QuestionReply } from "@nucleic/protocol/core";
import { formContent } from "../translate/form.ts";
import type { NativeAsk, NativeAskKind } from "../translate/native-ask.ts";
import type {
  CommandExecutionRequestApprovalResponse,
  FileChangeRequestApprovalResponse,
  GrantedPermissionProfile,
  JsonValue,
  McpServerElicitationRequestResponse,
  PermissionsRequestApprovalResponse,
  ToolRequestUserInputResponse,
} from "../wire/generated/0.171.0/types.ts";
import { object } from "../wire/read.ts";

/** The result that a request of the server is answered with. */
export type ServerReply =
  | CommandExecutionRequestApprovalResponse
  | FileChangeRequestApprovalResponse
  | PermissionsRequestApprovalResponse
  | McpServerElicitationRequestResponse
  | ToolRequestUserInputResponse;

/** What a decision comes down to. Codex takes no reason for a refusal, nor another input than its own. */
type Verdict = "accept" | "decline" | "cancel";

/**
 * An answer as Codex wants it. Only an allow of a person, a rule or a policy, and only of exactly what was shown, becomes
 * an accept; `allowAlways` is a plain one: the rule stays ours, and Codex's own memory (`acceptForSession`, amendments of
 * its rules, permissions for the session) is never used. Everything else, and everything not understood, declines.
 */
export function toServerReply(ask: OpenAsk<NativeAsk>, given: ApprovalAnswer | QuestionReply): ServerReply {
  if (ask.kind === "question") return questionReply(ask.native, "kind" in given ? given : undefined);
  const verdict = "decision" in given ? verdictOf(given) : "decline";
  return approvalReply(ask.native, verdict === "accept" && ask.native.outdated ? "decline" : verdict);
}

/**
 * Whether the reply to a `cancelRun` ends the turn by itself. Where it does not, `turn/interrupt` has to follow.
 */
export function cancelEndsTurn(kind: NativeAskKind): boolean {
  return kind === "command" || kind === "fileChange";
}

function verdictOf({ decision, by }: ApprovalAnswer): Verdict {
  if (!mayDecide(decision, by)) return "decline";
  switch (decision.kind) {
    case "allow":
      return decision.updatedInput ? "decline" : "accept";
    case "allowAlways":
      return "accept";
    case "deny":
      return "decline";
    case "cancelRun":
      return "cancel";
    default:
      decision satisfies never;
      return "decline";
  }
}

function approvalReply({ kind, params }: NativeAsk, verdict: Verdict): ServerReply {
  switch (kind) {
    case "command":
    case "fileChange":
      return { decision: verdict };
    case "permissions":
      return { permissions: verdict === "accept" ? granted(params.permissions) : {}, scope: "turn" };
    default:
      return { action: verdict, content: verdict === "accept" ? {} : null, _meta: null };
  }
}

/** What was asked for and shown, no more. What it left open is not granted. */
function granted(asked: unknown): GrantedPermissionProfile {
  const { network, fileSystem } = object(asked) ?? {};
  return {
    ...(object(network) && { network: network as NonNullable<GrantedPermissionProfile["network"]> }),
    ...(object(fileSystem) && {
      fileSystem: fileSystem as NonNullable<GrantedPermissionProfile["fileSystem"]>,
    }),
  };
}

function questionReply({ kind, params }: NativeAsk, reply: QuestionReply | undefined): ServerReply {
  const answers =
    reply?.kind === "answered" && mayDecide({ kind: "allow" }, reply.by) ? reply.answers : undefined;
  if (kind === "userInput")
    return {
      answers: Object.fromEntries(
        Object.entries(answers ?? {}).map(([id, chosen]) => [id, { answers: [...chosen] }]),
      ),
    };
  const content = answers && formContent(params, answers);
  return content
    ? { action: "accept", content: content as JsonValue, _meta: null }
    : { action: "decline", content: null, _meta: null };
}
