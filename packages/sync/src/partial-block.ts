/** An event that may be a piece of a block, or the record that ends one. */
export type Delta = { readonly kind: string; readonly [member: string]: unknown };

/** The member of a delta that grows. */
export function memberOf({ kind }: Delta): string {
  return kind === "toolCallInputDelta" ? "partialJson" : "text";
}

/** What the deltas of a block and the record that ends it have in common. */
export function blockKey({ kind, messageId, toolCallId, stream }: Delta): string | undefined {
  switch (kind) {
    case "assistantText":
    case "thinking":
      return `${kind} ${String(messageId)}`;
    case "toolCallInputDelta":
    case "toolCallCompleted":
      return `input ${String(toolCallId)}`;
    case "toolOutputDelta":
      return `output ${String(stream)} ${String(toolCallId)}`;
    default:
      return undefined;
  }
}
