import { createPublicKey, verify } from "node:crypto";
import { type ApprovalSignature, approvalStatement, type SignedDecision } from "@nucleic/protocol/core";

/** Whether a device with that public key has signed that decision: exactly it, for exactly what was shown. */
export function isSignedBy(
  key: Uint8Array,
  signature: ApprovalSignature,
  decided: Omit<SignedDecision, "digest">,
): boolean {
  const x = Buffer.from(key).toString("base64url");
  if (signature.key !== x) return false;
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "OKP", crv: "Ed25519", x } });
  const statement = approvalStatement({ ...decided, digest: signature.digest });
  return verify(null, Buffer.from(statement), publicKey, Buffer.from(signature.value, "base64url"));
}
