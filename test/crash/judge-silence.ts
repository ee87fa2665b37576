import type { Ack } from "./acks.ts";

/** After a session has said that its storage failed nothing of it counts as kept, until it is opened anew. */
export function judgeSilence(acks: readonly Ack[], faults: string[]): void {
  const failed = new Set<string>();
  for (const ack of acks) {
    if (ack.a === "storageFailed") failed.add(ack.s);
    else if (ack.a === "session") failed.delete(ack.s);
    else if (speaks(ack) && failed.has(ack.s))
      faults.push(`session ${ack.s}: ${JSON.stringify(ack)} after its storage had failed`);
  }
}

function speaks(ack: Ack): ack is Extract<Ack, { s: string }> & { s: string } {
  return ["seen", "said", "recorded", "answered", "questionAnswered"].includes(ack.a);
}
