/** How well a path fits what somebody has typed of it, less is better; `undefined` where it does not fit. */
export function matchPath(path: string, typed: string): number | undefined {
  const wanted = typed.toLowerCase();
  const whole = path.toLowerCase();
  const name = whole.slice(whole.lastIndexOf("/", whole.length - 2) + 1);
  if (whole.startsWith(wanted)) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  if (whole.includes(wanted)) return 3;
  const gaps = gapsBetween(whole, wanted);
  return gaps === undefined ? undefined : 4 + gaps;
}

/** The best of many paths, best first: those that fit equally well by their length, then by name. */
export function bestPaths(paths: readonly string[], typed: string, limit: number): readonly string[] {
  const fitting = paths.flatMap((path) => {
    const score = matchPath(path, typed);
    return score === undefined ? [] : [{ path, score }];
  });
  fitting.sort((a, b) => a.score - b.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
  return fitting.slice(0, limit).map(({ path }) => path);
}

/** Between how many of the characters, each behind the one before, something else stands. */
function gapsBetween(text: string, wanted: string): number | undefined {
  let gaps = 0;
  let at = -1;
  for (const char of wanted) {
    const found = text.indexOf(char, at + 1);
    if (found === -1) return undefined;
    if (at !== -1 && found !== at + 1) gaps++;
    at = found + char.length - 1;
  }
  return gaps;
}
