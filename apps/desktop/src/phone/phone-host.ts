import { type ApprovalRequest, systemClock } from "@nucleic/protocol/core";
import { type Board, HostClient, HostError, hostStore, Writable } from "@nucleic/sync/client";
import {
  approvalSigner,
  connectPaired,
  digestOf,
  type KnownHost,
  type SecureChannel,
  type Sodium,
} from "@nucleic/sync/noise";
import { TransportError } from "@nucleic/sync/transports";
import type { Connection, HostState } from "../state/host.ts";
import { BoardKeeper } from "./board-keeper.ts";
import { dial } from "./endpoints.ts";
import type { KeptBoard } from "./kept-board.ts";
import { forgetHost, keepHost, readHost } from "./paired-host.ts";

export interface PhoneHost {
  readonly state: HostState;
  /** Ends the connection, and the keeping of its board. */
  readonly leave: () => Promise<void>;
}

/** The host that this page is paired with, over the channel that only the two can read. */
export function openPhoneHost(sodium: Sodium, known: KnownHost, kept: KeptBoard | undefined): PhoneHost {
  const connection = new Writable<Connection>({ kind: "connecting" });
  const asOf = new Writable<number | undefined>(kept?.at);
  const board = new Writable<Board | undefined>(kept?.board);
  const leave = async () => {
    await Promise.all([client.close(), keeper.stop()]);
  };
  const refuse = (error: HostError) => {
    connection.set({ kind: "refused", error });
    // Nothing is written any more once it is forgotten.
    void leave()
      .then(() => (error === revoked ? forgetHost() : undefined))
      .catch(() => undefined);
  };
  const client = new HostClient({
    name: "phone",
    signer: approvalSigner(sodium, known.pairing),
    connect: connector(sodium, known, refuse),
  });
  // Whoever waits for it is told by the connection.
  client.ready().catch(() => undefined);
  const store = hostStore(client);
  store.isConnected.subscribe(() => {
    if (connection.get().kind === "refused") return;
    connection.set({ kind: store.isConnected.get() ? "connected" : "lost" });
  });
  const seal = sealer(sodium);
  store.board.subscribe(() => {
    const now = store.board.get();
    board.set(now && seal(now));
    asOf.set(undefined);
  });
  const keeper = new BoardKeeper(store.board);
  addEventListener("online", () => client.wake());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") client.wake();
  });
  const device = { hostName: known.pairing.hostName, asOf };
  return { state: { client, board, connection, device }, leave };
}

/** Opens channels, and sees when the host or the broker takes this device no more. */
function connector(sodium: Sodium, known: KnownHost, refuse: (error: HostError) => void) {
  let current: SecureChannel | undefined;
  const open = connectPaired({
    ...{ sodium, clock: systemClock, clientVersion: "0", dial, store: keepHost },
    load: async () => (await readHost()) ?? known,
  });
  return async (signal: AbortSignal) => {
    try {
      const channel = await open(signal);
      current = channel;
      void channel.ended.then((end) => {
        if (channel !== current || !end.isClean || end.by !== "them") return;
        if (end.reason === "revoked") refuse(revoked);
        if (end.reason === "replaced") refuse(replaced);
      });
      return channel;
    } catch (error) {
      if (error instanceof TransportError && error.code === "unauthorized") refuse(turnedAway);
      throw error;
    }
  };
}

const revoked = new HostError({ code: "revoked", message: "the host has revoked this phone" });
const replaced = new HostError({ code: "replaced", message: "another tab of this page is connected" });
const turnedAway = new HostError({
  code: "unauthorized",
  message: "the relay does not take this phone any more",
});

/** What is signed here is what was shown here: the digest of a request is made anew, whatever the host says it is. */
function sealer(sodium: Sodium): (board: Board) => Board {
  const known = new WeakMap<ApprovalRequest, ApprovalRequest>();
  const seal = (request: ApprovalRequest): ApprovalRequest => {
    const sealed = known.get(request) ?? { ...request, digest: digestOf(sodium, request) };
    known.set(request, sealed);
    return sealed;
  };
  return (board) => ({
    ...board,
    // One that is not here whole can only be denied, and has the host's.
    approvals: board.approvals.map((one) => (board.clipped.has(one.id) ? one : seal(one))),
  });
}
