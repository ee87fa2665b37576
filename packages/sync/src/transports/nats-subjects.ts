import { TransportError } from "./transport-error.ts";

/** A mailbox or a device as a broker knows it: 128 random bits in base32, which say nothing. */
const token = /^[a-z2-7]{26}$/;
const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

/** Makes a new name for a mailbox, or for a device of one. */
export function newRelayToken(): string {
  // 26 digits of 5 bits; the last one takes 3 of 130 bits, as base32 of 16 bytes does.
  const random = crypto.getRandomValues(new Uint8Array(26));
  return Array.from(random, (byte, at) => alphabet[at === 25 ? (byte & 7) << 2 : byte & 31]).join("");
}

/** Whether it can be such a name. */
export function isRelayToken(name: string): boolean {
  return token.test(name);
}

/** What a device of a mailbox writes to, and what it reads. `device` may be `*`, every one. @throws TransportError `invalid` */
export function natsSubjects(
  mailbox: string,
  device: string,
): { readonly up: string; readonly down: string } {
  if (!isRelayToken(mailbox) || !(device === "*" || isRelayToken(device)))
    throw new TransportError("invalid", "a mailbox and a device are 26 letters of base32 each");
  return { up: `nuc.${mailbox}.up.${device}`, down: `nuc.${mailbox}.down.${device}` };
}
