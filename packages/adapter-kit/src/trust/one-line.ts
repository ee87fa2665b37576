const MAX_TEXT_LENGTH = 500;

/** One line for a person to judge: no control or direction marks to hide behind, and an end. */
export function oneLine(text: string): string {
  const flat = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return flat.length > MAX_TEXT_LENGTH
    ? `${flat.slice(0, MAX_TEXT_LENGTH)}… (${flat.length} characters)`
    : flat;
}
