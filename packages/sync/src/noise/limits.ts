/** How long a handshake may take, from the first frame to the first record. */
export const handshakeMs = 5_000;
/** How long a person at the host has to confirm a pairing, with a little more for the way. */
export const confirmMs = 60_000;
export const pairingMs = confirmMs + 10_000;
/** How long a host waits for a device to say that it has kept its keys. */
export const storedMs = 10_000;
/** How long an unconfirmed device may take until its first link. */
export const unconfirmedMs = 600_000;
/** How long a pairing link is good for. */
export const pairingLinkMs = 120_000;
/** After how many failed attempts a pairing link is good for nothing. */
export const maxPairingFailures = 3;
/** How long the place at a broker may be that a device is given. */
export const maxRelayChars = 8_192;
/** How many handshakes may be under way, and how many of them from one source. */
export const maxHalfOpen = { total: 16, perSource: 4 } as const;
/** How many links of one source may fail in a minute. */
export const failuresPerMinute = 5;
/** How old a channel may get until a device connects anew; a host puts up with an hour more. */
export const channelAgeMs = 24 * 3_600_000;
