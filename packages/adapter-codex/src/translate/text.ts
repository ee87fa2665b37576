import type { CodexStep } from "./codex-step.ts";
import type { OpenText } from "./state.ts";

/** What a text is: the parts of a reasoning item are texts of their own. */
export type TextOf = Omit<OpenText, "text">;

/** A piece of text or thinking, live. */
export function appendText(step: CodexStep, id: string, of: TextOf, piece: string): void {
  if (piece === "") return;
  const said = step.state.texts.get(id)?.text ?? "";
  step.setText(id, { kind: of.kind, itemId: of.itemId, itemType: of.itemType, text: said + piece });
  step.emit({ kind: of.kind, messageId: id, text: piece, isPartial: true });
}

/**
 * The final text. Its deltas, joined, must be it: where they are a beginning of it the rest is told as one more delta,
 * and where they are not, what was streamed is closed as it stands and the final text gets its own id.
 */
export function finishText(step: CodexStep, id: string, of: TextOf, content: string): void {
  const streamed = step.state.texts.get(id)?.text ?? "";
  const diverged = !content.startsWith(streamed);
  if (diverged) cutText(step, id);
  else if (streamed !== "") appendText(step, id, of, content.slice(streamed.length));
  step.setText(id, undefined);
  const messageId = diverged ? `${id}:final` : id;
  if (content !== "") step.emit({ kind: of.kind, messageId, text: content, isPartial: false });
}

/** Closes the open texts that fit, as far as they came: their deltas are out and cannot be taken back. */
export function cutTexts(step: CodexStep, fits: (text: OpenText) => boolean = () => true): void {
  for (const [id, text] of step.state.texts)
    if (fits(text)) {
      cutText(step, id);
      step.cut(text.itemId);
    }
}

function cutText(step: CodexStep, id: string): void {
  const open = step.state.texts.get(id);
  step.setText(id, undefined);
  if (open) step.emit({ kind: open.kind, messageId: id, text: open.text, isPartial: false, truncated: true });
}
