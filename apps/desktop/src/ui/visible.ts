/** Characters that change how a text looks without being seen: controls, direction marks, zero-width ones, tags. */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** A text with what cannot be seen in it told by name, so that what is judged is what is there. Lines and tabs stay. */
export function visible(text: string): string {
  return text.replace(
    hidden,
    (char) => `⟨U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );
}
