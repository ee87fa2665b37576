import { createAccount, createOperator, createUser, type KeyPair } from "@nats-io/nkeys";
import { type Clock, systemClock } from "@nucleic/protocol/core";
import { credentialsOf, signClaims } from "./claims.ts";

/** All that a broker of one's own begins with. What is named a seed or credentials is secret. */
export interface RelayOperator {
  /** For the broker's configuration: `operator`. */
  readonly operatorJwt: string;
  readonly operatorSeed: string;
  /** For the broker's configuration: `system_account`, and its JWT for `resolver_preload`. */
  readonly systemAccount: string;
  readonly systemAccountJwt: string;
  /** What `relayRevocations` connects with. */
  readonly systemCredentials: string;
  /** The account that the mailboxes are in, and its JWT for `resolver_preload`. */
  readonly account: string;
  readonly accountJwt: string;
  /** The account's signing key, which is all that a host needs to give out places. */
  readonly accountSeed: string;
}

const unlimited = { subs: -1, data: -1, payload: -1, imports: 0, exports: 0, conn: -1, leaf: 0 };

/** Makes an operator, a system account and one account for mailboxes. Who has `nsc` makes the same with it. */
export function newRelayOperator(clock: Clock = systemClock): RelayOperator {
  const [operator, system, account, signing] = [
    createOperator(),
    createAccount(),
    createAccount(),
    createAccount(),
  ];
  const user = createUser();
  const sign = (signer: KeyPair, key: KeyPair, name: string, nats: Readonly<Record<string, unknown>>) =>
    signClaims(signer, { sub: key.getPublicKey(), name, nats }, clock.now());
  const systemUser = { type: "user", pub: {}, sub: {}, subs: -1, data: -1, payload: -1 };
  return {
    operatorJwt: sign(operator, operator, "nucleic", {
      type: "operator",
      system_account: system.getPublicKey(),
    }),
    operatorSeed: seedOf(operator),
    systemAccount: system.getPublicKey(),
    systemAccountJwt: sign(operator, system, "SYS", { type: "account", limits: unlimited }),
    systemCredentials: credentialsOf(sign(system, user, "nucleic", systemUser), user),
    account: account.getPublicKey(),
    accountJwt: sign(operator, account, "mailboxes", {
      type: "account",
      limits: { ...unlimited, wildcards: true },
      signing_keys: [signing.getPublicKey()],
    }),
    accountSeed: seedOf(signing),
  };
}

/** The part of a broker's configuration that says who its operator is. It holds nothing secret. */
export function operatorConfig(operator: RelayOperator): string {
  return [
    `operator: ${operator.operatorJwt}`,
    `system_account: ${operator.systemAccount}`,
    "resolver_preload: {",
    `  ${operator.systemAccount}: ${operator.systemAccountJwt}`,
    `  ${operator.account}: ${operator.accountJwt}`,
    "}",
    "",
  ].join("\n");
}

function seedOf(key: KeyPair): string {
  return new TextDecoder().decode(key.getSeed());
}
