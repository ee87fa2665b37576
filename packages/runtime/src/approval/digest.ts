import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { type ApprovalRequest, canonicalJson } from "@nucleic/protocol/core";

type Shown = Pick<ApprovalRequest, "tool" | "input" | "cwd" | "diff" | "sessionId">;

/** BLAKE2b-256, hex, over the canonical form of what a person is shown. Two requests that differ in it are not the same. */
export function approvalDigest({ tool, input, cwd, diff, sessionId }: Shown): string {
  const form = canonicalJson({ tool, input, cwd, diff, session: sessionId });
  return bytesToHex(blake2b(utf8ToBytes(form), { dkLen: 32 }));
}
