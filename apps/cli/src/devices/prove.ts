import { isSignedBy } from "@nucleic/host";
import type { AgentEvent, ApprovalRequest, SessionId } from "@nucleic/protocol";
import type { DeviceItem } from "@nucleic/protocol/messages";
import { digestOf, type Sodium } from "@nucleic/sync/noise";

type Resolved = Extract<AgentEvent, { kind: "approvalResolved" }>;

/**
 * What can be said of a decision: `signed` by the key that the device was paired with, over exactly what the transcript says was
 * asked; `unsigned`, said by a program of the host's own machine or by nobody, of which nothing can be proven; `bad`.
 */
export type Proof =
  | { readonly proof: "signed" }
  | { readonly proof: "unsigned" }
  | { readonly proof: "bad"; readonly why: BadProof };

/**
 * `noSignature`: a device decided and has not signed. `unknownDevice`: no row has the key to check with. `otherKey`: signed with
 * another key than that device's. `otherRequest`: what was signed is not what stands in the transcript. `notAuthentic`: the
 * signature is not under this decision.
 */
export type BadProof = "noSignature" | "unknownDevice" | "otherKey" | "otherRequest" | "notAuthentic";

export interface Decided {
  readonly sessionId: SessionId;
  readonly request: ApprovalRequest | undefined;
  readonly resolved: Resolved;
}

/** Checks one decision against the devices' public keys, and nothing that the host says of it. */
export function prove(sodium: Sodium, devices: readonly DeviceItem[], decided: Decided): Proof {
  const { resolved, request, sessionId } = decided;
  const { approvalId, decidedBy, decision, signature } = resolved;
  const { deviceId } = decidedBy;
  const device = devices.find(({ id }) => id === deviceId);
  if (signature === undefined)
    return device === undefined ? { proof: "unsigned" } : { proof: "bad", why: "noSignature" };
  if (device?.approvalKey === undefined) return { proof: "bad", why: "unknownDevice" };
  if (device.approvalKey !== signature.key) return { proof: "bad", why: "otherKey" };
  if (request === undefined || digestOf(sodium, request) !== signature.digest)
    return { proof: "bad", why: "otherRequest" };
  const key = Buffer.from(device.approvalKey, "base64url");
  return isSignedBy(key, signature, { sessionId, approvalId, decision })
    ? { proof: "signed" }
    : { proof: "bad", why: "notAuthentic" };
}
