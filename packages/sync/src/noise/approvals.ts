import { type ApprovalRequest, canonicalJson } from "@nucleic/protocol/core";
import { toBase64Url, utf8 } from "./bytes.ts";
import type { Pairing } from "./pairing.ts";
import type { Sodium } from "./sodium.ts";

/** `ApprovalRequest.digest`, made anew from what is shown: what a device signs it has to have seen itself. */
export function digestOf(
  sodium: Sodium,
  {
    tool,
    input,
    cwd,
    diff,
    sessionId,
  }: Pick<ApprovalRequest, "tool" | "input" | "cwd" | "diff" | "sessionId">,
): string {
  const bytes = sodium.hash(32, utf8(canonicalJson({ tool, input, cwd, diff, session: sessionId })));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Signs with the approval key of a pairing: the `signer` of a `HostClient`. */
export function approvalSigner(sodium: Sodium, { approvalKey }: Pick<Pairing, "approvalKey">) {
  return {
    key: toBase64Url(approvalKey.publicKey),
    sign: (text: string) => toBase64Url(sodium.sign(utf8(text), approvalKey.secretKey)),
  };
}
