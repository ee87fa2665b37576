import { utf8 } from "./bytes.ts";
import { NoiseError } from "./noise-error.ts";

const maxSecretBytes = 2 ** 16;

/** @throws NoiseError `notStored` for a name that a store may not take */
export function checkName(name: string): string {
  if (/^[a-z0-9][a-z0-9.-]{0,63}$/.test(name)) return name;
  throw new NoiseError("notStored", "no secret can have this name", {
    hint: "Names are of a-z, 0-9, dot and hyphen, and of at most 64 characters.",
  });
}

/** The bytes of a secret. @throws NoiseError `tooLarge` */
export function secretBytes(secret: string): Uint8Array {
  const bytes = utf8(secret);
  if (bytes.length > maxSecretBytes) throw new NoiseError("tooLarge", "a secret is of at most 64 KiB");
  return bytes;
}

/** What went wrong with a store, as one kind of error. */
export function storeError(message: string, cause: unknown): NoiseError {
  return cause instanceof NoiseError ? cause : new NoiseError("notStored", message, { cause });
}
