/** Longer than any name that a page of a person's own has. */
const maxChars = 100;

/**
 * The origin of a page, where it is one by its form: a scheme, a name of lower-case labels or an address, a port. Anything
 * else may be a text that somebody put there to be noted. `undefined` where there is none.
 */
export function originOf(header: string | undefined): string | undefined {
  if (header === undefined || header.length > maxChars) return undefined;
  const name =
    /^https?:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
  return name.test(header) ? header : undefined;
}
