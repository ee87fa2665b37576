import { concat, utf8 } from "./bytes.ts";
import type { Sodium } from "./sodium.ts";

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
const checkChars = 3;
const groupChars = 7;

/** The id of a device or a host in base32 (RFC 4648, in lower case, no padding): 32 characters. */
export function idText(id: Uint8Array): string {
  let text = "";
  let held = 0;
  let bits = 0;
  for (const byte of id) {
    held = ((held << 8) | byte) & 0xffff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31];
  }
  return text;
}

/** An id to compare by eye: five groups of seven, of which the last three characters tell of a slip. */
export function spokenId(sodium: Sodium, id: Uint8Array): string {
  const check = idText(sodium.hash(32, concat(utf8("nucleic id check"), id))).slice(0, checkChars);
  const whole = idText(id) + check;
  return (whole.match(new RegExp(`.{${groupChars}}`, "g")) ?? []).join("-");
}
