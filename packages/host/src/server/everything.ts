import type { Scope } from "@nucleic/protocol/messages";

/** What a client of this user on this machine may do. */
export const everything: readonly Scope[] = ["view", "approve", "control", "admin"];
