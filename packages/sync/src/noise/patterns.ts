/** What a handshake message is made of (Noise revision 34, sections 7.1 and 9). */
export type Token = "e" | "s" | "ee" | "es" | "se" | "ss" | "psk";

/** The two handshakes that are spoken: `XKpsk3` to pair, `IKpsk2` for every connection after that. */
export type PatternName = "XKpsk3" | "IKpsk2";

/** Their messages, the initiator's first. In both the initiator knows the responder's static key before. */
export const patterns: Readonly<Record<PatternName, readonly (readonly Token[])[]>> = {
  XKpsk3: [
    ["e", "es"],
    ["e", "ee"],
    ["s", "se", "psk"],
  ],
  IKpsk2: [
    ["e", "es", "s", "ss"],
    ["e", "ee", "se", "psk"],
  ],
};

/** The name that the hash of a handshake begins with. */
export const protocolName = (pattern: PatternName) => `Noise_${pattern}_25519_ChaChaPoly_BLAKE2b`;
