import { z } from "zod";
import { ApprovalId, DeviceId, SessionId, ToolCallId } from "./ids.ts";
import { ToolInput, ToolName } from "./tool.ts";

const epochMs = z.number().int().nonnegative();

/** What may come of it, from harmless to beyond repair. `unknown` is treated as the worst. */
export const Risk = z
  .enum(["read", "write", "execute", "network", "destructive", "unknown"])
  .meta({ title: "Risk" });
export type Risk = z.infer<typeof Risk>;

/** The answers a card can offer. */
export const DecisionKind = z
  .enum(["allow", "allowAlways", "deny", "cancelRun"])
  .meta({ title: "DecisionKind" });
export type DecisionKind = z.infer<typeof DecisionKind>;

/**
 * What was decided. `allowAlways` answers the CLI a plain allow: the rule is ours, so that it stays visible, revocable
 * and audited. `cancelRun` denies and interrupts the turn.
 */
export const Decision = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("allow"), updatedInput: ToolInput.optional() }),
    z.object({
      kind: z.literal("allowAlways"),
      scope: z.enum(["session", "project"]),
      pattern: z.string().optional(),
    }),
    z.object({ kind: z.literal("deny"), message: z.string().optional() }),
    z.object({ kind: z.literal("cancelRun"), message: z.string().optional() }),
  ])
  .meta({ title: "Decision" });
export type Decision = z.infer<typeof Decision>;

/**
 * Who or what decided. Everything but `person`, `rule` and `policy` can only ever deny:
 * `expired` (nobody answered in time), `abandoned` (the agent or the host went away), `withdrawn` (the agent no longer
 * asks), `noAnswerer` (no hook, or no terminal to ask on).
 */
export const DecidedBy = z
  .object({
    by: z.enum(["person", "rule", "policy", "expired", "abandoned", "withdrawn", "noAnswerer"]),
    deviceId: DeviceId.optional(),
    rule: z.string().optional(),
  })
  .meta({ title: "DecidedBy" });
export type DecidedBy = z.infer<typeof DecidedBy>;

/**
 * A paired device's own signature under what its person decided: Ed25519 over the UTF-8 of `approvalStatement`. Whoever has the
 * device's public key can check it without the host.
 */
export const ApprovalSignature = z
  .object({
    /** The public key: 32 bytes in base64url. */
    key: z.string().length(43),
    /** `ApprovalRequest.digest` of exactly what the device has shown. */
    digest: z.string(),
    /** 64 bytes in base64url. */
    value: z.string().length(86),
  })
  .meta({ title: "ApprovalSignature" });
export type ApprovalSignature = z.infer<typeof ApprovalSignature>;

/** Annotations of an MCP tool, as far as the wire carries them: `readOnlyHint`, `destructiveHint`. */
const ServerHints = z
  .object({ readOnly: z.boolean().optional(), destructive: z.boolean().optional() })
  .meta({ title: "ServerHints" });

/**
 * What a blocked agent asks a person to allow. The adapter fills in the raw facts; `summary`, `risk`, `riskReasons` and
 * `digest` are added by whoever answers, and are always there in a transcript.
 */
export const ApprovalRequest = z
  .object({
    id: ApprovalId,
    sessionId: SessionId,
    toolCallId: ToolCallId.optional(),
    tool: ToolName,
    nativeTool: z.string(),
    input: ToolInput,
    cwd: z.string(),
    paths: z.array(z.string()).optional(),
    /** Unified diff of what would change, where the tool's input says it. */
    diff: z.string().optional(),
    /** Id of the subagent that asks, where it is not the main one. */
    agentId: z.string().optional(),
    /** What an MCP server says of its tool. Its own word, which nobody has checked. */
    serverHints: ServerHints.optional(),
    /** Why the backend itself says it has to ask. */
    reason: z.string().optional(),
    options: z.array(DecisionKind),
    createdAt: epochMs,
    expiresAt: epochMs.optional(),
    /** One line a person can judge on a watch. */
    summary: z.string().optional(),
    risk: Risk.optional(),
    riskReasons: z.array(z.string()).optional(),
    /** BLAKE2b-256, hex, over the canonical form of tool, input, cwd, diff and session: what was shown. */
    digest: z.string().optional(),
  })
  .meta({ title: "ApprovalRequest" });
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;
