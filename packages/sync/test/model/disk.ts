import type { ApprovalRequest } from "@nucleic/protocol";
import type { IntentAnswer } from "../../src/server/index.ts";

/** A record of the model: what the model reads of it, and whatever else. */
export interface ModelRecord {
  readonly seq: number;
  readonly kind: string;
  /** The intent that has made it. */
  readonly intent?: string;
  readonly request?: ApprovalRequest;
  readonly approvalId?: string;
  readonly decision?: { readonly kind: "allow" | "deny" };
  readonly [member: string]: unknown;
}

/** An intent as it is written down: begun, or with what came of it. */
export interface WrittenIntent {
  readonly answer?: IntentAnswer;
}

/** What outlives a host: only what was synced, and perhaps some of what was written and not synced. */
export class Disk {
  readonly log: ModelRecord[] = [];
  /** By device and id. */
  readonly intents = new Map<string, WrittenIntent>();
}
