import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A new token: 256 bits, in letters that a header takes. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** A token as it is kept: its digest, so that comparing takes the same time whatever the guess. */
export function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Finds whose token it is, looking at all of them. */
export function ownerOf<T>(
  token: string,
  owners: Iterable<readonly [digest: Buffer, owner: T]>,
): T | undefined {
  const guess = digestOf(token);
  let found: T | undefined;
  for (const [digest, owner] of owners) if (timingSafeEqual(digest, guess)) found = owner;
  return found;
}
