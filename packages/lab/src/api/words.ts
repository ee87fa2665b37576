/** The text cut after each space: what a streaming model sends as deltas. Joined they are the text again. */
export function words(text: string): string[] {
  return text.match(/\S*\s+|\S+$/g) ?? [];
}
