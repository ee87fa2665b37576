const shortest = 8;

/**
 * How ids are named to a person. Ours begin with the time, so those of one day begin alike: their ends tell them
 * apart, and `sessionNamed` takes either.
 */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const distinct = new Set(ids).size;
  let length = shortest;
  while (length < 36 && new Set(ids.map((id) => id.slice(-length))).size < distinct) length++;
  return (id) => id.slice(-length);
}

/** One id on its own. */
export function shortId(id: string): string {
  return id.slice(-shortest);
}
