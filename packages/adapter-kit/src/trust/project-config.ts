import { createHash } from "node:crypto";
import { canonicalJson, type ProjectConfig, type ProjectConfigItem } from "@nucleic/protocol/core";

/** A file that trust is bound to, and the hash of its bytes or why it could not be read. */
export type BoundFile = readonly [path: string, content: string];

/** What a repository would make an agent run or widen. Its hash changes whenever an item or a bound file does. */
export function projectConfig(
  bound: readonly BoundFile[],
  items: readonly ProjectConfigItem[],
): ProjectConfig {
  return { hash: sha256(canonicalJson({ bound, items })), items };
}

/** SHA-256 in hex. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}
