/** What a renderer may do to text. Without colour every function gives its text back unchanged. */
export interface Style {
  readonly color: boolean;
  bold(text: string): string;
  dim(text: string): string;
  inverse(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
  magenta(text: string): string;
}

/** The width to draw for, in columns, and how to colour. */
export interface Frame {
  readonly width: number;
  readonly style: Style;
}

/** Styles for a terminal, or none at all. */
export function createStyle(color: boolean): Style {
  const sgr = (open: number, close: number) => (text: string) =>
    color && text !== "" ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    color,
    bold: sgr(1, 22),
    dim: sgr(2, 22),
    inverse: sgr(7, 27),
    red: sgr(31, 39),
    green: sgr(32, 39),
    yellow: sgr(33, 39),
    cyan: sgr(36, 39),
    magenta: sgr(35, 39),
  };
}

/** Whether to colour. `FORCE_COLOR` beats `NO_COLOR`, both beat what the stream is; a dumb terminal gets none. */
export function wantsColor(env: NodeJS.ProcessEnv, isTTY: boolean): boolean {
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if (env.NO_COLOR) return false;
  return isTTY && env.TERM !== "dumb";
}
