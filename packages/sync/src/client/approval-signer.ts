import { type ApprovalSignature, approvalStatement, type SessionId } from "@nucleic/protocol/core";
import type { IntentArgs, IntentKind } from "@nucleic/protocol/messages";

/** Signs what is decided on a paired device: `approvalSigner` of `@nucleic/sync/noise`. */
export interface ApprovalSigner {
  /** Its public key, in base64url. */
  readonly key: string;
  /** The Ed25519 signature under a text, in base64url. */
  sign(text: string): string;
}

/** The arguments of an intent with the signature that it needs from a device; those of any other as they are. */
export function signedArgs<K extends IntentKind>(
  signer: ApprovalSigner,
  kind: K,
  args: IntentArgs<K>,
  sessionId: SessionId | undefined,
): IntentArgs<K> {
  if (sessionId === undefined) return args;
  if (kind === "approve") {
    const { approvalId, decision, digest } = args as IntentArgs<"approve">;
    return { ...args, signature: sign(signer, { sessionId, approvalId, decision, digest }) };
  }
  if (kind === "deny") {
    const { approvalId, cancelRun, message, digest = "" } = args as IntentArgs<"deny">;
    const is = cancelRun === true ? ("cancelRun" as const) : ("deny" as const);
    const decision = { kind: is, ...(message !== undefined && { message }) };
    return { ...args, signature: sign(signer, { sessionId, approvalId, decision, digest }) };
  }
  return args;
}

function sign(signer: ApprovalSigner, decided: Parameters<typeof approvalStatement>[0]): ApprovalSignature {
  return { key: signer.key, digest: decided.digest, value: signer.sign(approvalStatement(decided)) };
}
