/** The text as one word of a POSIX shell, bare where it needs no quotes. */
export const shellQuote = (text: string): string =>
  /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
