/** So many records as long as what an agent says at a time. */
export function said(count: number): readonly object[] {
  return Array.from({ length: count }, (_, i) => ({
    kind: "assistantText",
    messageId: `msg_${i}`,
    isPartial: false,
    text: `${i} ${"It reads the file, changes a line of it and runs the tests. ".repeat(4)}`.slice(0, 200),
  }));
}
