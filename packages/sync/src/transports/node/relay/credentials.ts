import { createUser, fromSeed } from "@nats-io/nkeys";
import { type Clock, systemClock } from "@nucleic/protocol/core";
import { maxMessageBytes } from "../../conversation.ts";
import { natsSubjects, newRelayToken } from "../../nats-subjects.ts";
import { credentialsOf, signClaims } from "./claims.ts";

/** What one user of a broker has. */
export interface RelayUser {
  readonly mailbox: string;
  /** Absent for the host, which serves every device of its mailbox. */
  readonly device?: string;
  /** The public key that it is revoked by. */
  readonly user: string;
  /** The text of a `.creds` file. Secret. */
  readonly credentials: string;
  /** Epoch milliseconds, whole seconds; the broker ends the connection then. Absent: until it is revoked. */
  readonly expiresAt?: number;
}

/** A mailbox for one pairing alone. */
export interface PairingMailbox {
  /** For the host, which listens there for as long as the code is shown. */
  readonly host: RelayUser;
  /** For whoever reads the code. */
  readonly device: RelayUser & { readonly device: string };
}

/** Gives out places at a broker, and takes them back. */
export interface RelayCredentials {
  /** The host's own: reads what any device of the mailbox writes, and writes to each. */
  forHost(mailbox: string): RelayUser;
  /** One device's: writes to one subject and reads one. `device` is new for each: `newRelayToken`. */
  forDevice(mailbox: string, device: string): RelayUser & { readonly device: string };
  /** A mailbox of its own, for 120 seconds. */
  forPairing(): PairingMailbox;
  /** Ends the connections of these users and takes them no more. @throws TransportError `unreachable`, `forbidden` … */
  revoke(users: readonly string[]): Promise<void>;
}

/** What places are signed with. */
export interface RelayCredentialsOptions {
  /** The public key of the account (`A…`) that the mailboxes are in. */
  readonly account: string;
  /** The seed of the account, or better of one of its signing keys (`SA…`). Secret. */
  readonly accountSeed: string;
  /** How revocations reach the broker: `relayRevocations`, or an operator's own service. */
  readonly revoke: (users: readonly string[]) => Promise<void>;
  readonly clock?: Clock;
}

const pairingMs = 120_000;

/**
 * Places at a broker as JWTs that an account signs, which nats-server knows from 2.0 on: it needs no call back to this host,
 * and a host that is off does not lock its devices out.
 */
export function relayCredentials(options: RelayCredentialsOptions): RelayCredentials {
  const { account, accountSeed, revoke, clock = systemClock } = options;
  const signer = fromSeed(new TextEncoder().encode(accountSeed));

  const mint = (mailbox: string, device: string | undefined, lifeMs?: number): RelayUser => {
    const { up, down } = natsSubjects(mailbox, device ?? "*");
    const [writes, reads] = device === undefined ? [down, up] : [up, down];
    const user = createUser();
    const nowMs = clock.now();
    const exp = lifeMs === undefined ? undefined : Math.floor((nowMs + lifeMs) / 1_000);
    const claims = {
      sub: user.getPublicKey(),
      name: device === undefined ? "host" : "device",
      ...(exp === undefined ? {} : { exp }),
      nats: {
        type: "user",
        pub: { allow: [writes] },
        sub: { allow: [reads] },
        // One subscription, and one for what a client of the broker may ask on its own.
        subs: 2,
        data: -1,
        payload: maxMessageBytes,
        ...(signer.getPublicKey() === account ? {} : { issuer_account: account }),
      },
    };
    return {
      mailbox,
      ...(device === undefined ? {} : { device }),
      user: user.getPublicKey(),
      credentials: credentialsOf(signClaims(signer, claims, nowMs), user),
      ...(exp === undefined ? {} : { expiresAt: exp * 1_000 }),
    };
  };
  const forDevice = (mailbox: string, device: string, lifeMs?: number) => ({
    ...mint(mailbox, device, lifeMs),
    device,
  });
  return {
    forHost: (mailbox) => mint(mailbox, undefined),
    forDevice: (mailbox, device) => forDevice(mailbox, device),
    forPairing: () => {
      const mailbox = newRelayToken();
      return {
        host: mint(mailbox, undefined, pairingMs),
        device: forDevice(mailbox, newRelayToken(), pairingMs),
      };
    },
    revoke,
  };
}
