import type { SessionItem } from "@nucleic/protocol/messages";
import {
  type Board,
  HostClient,
  HostError,
  hostStore,
  pageAddress,
  type Readable,
  Writable,
  webSocketTo,
} from "@nucleic/sync/client";
import { createContext, useContext } from "react";
import { useStore } from "./use-store.ts";

/** `refused`: trying again is no use, a new link is needed. */
export type Connection =
  | { readonly kind: "connecting" | "connected" | "lost" }
  | { readonly kind: "refused"; readonly error: HostError };

/** The host as this page knows it. */
export interface HostState {
  readonly client: HostClient;
  readonly board: Readable<Board | undefined>;
  readonly connection: Readable<Connection>;
  /** There where this page is a device that is paired with the host. */
  readonly device?: PairedDevice;
}

/** What the page of a paired device knows besides. */
export interface PairedDevice {
  readonly hostName: string;
  /** The board is from then (epoch milliseconds), and nothing is answered; `undefined` once the host has told its own. */
  readonly asOf: Readable<number | undefined>;
}

const fresh: Readable<undefined> = { get: () => undefined, subscribe: () => () => undefined };

/** Connects with the code of this page's address, or the token that it was changed for. */
export function openHostState(): HostState {
  const client = new HostClient({ name: "web", connect: webSocketTo(pageAddress()) });
  const { board, isConnected } = hostStore(client);
  const connection = new Writable<Connection>({ kind: "connecting" });
  isConnected.subscribe(() => {
    if (connection.get().kind === "refused") return;
    connection.set({ kind: isConnected.get() ? "connected" : "lost" });
  });
  client.ready().catch((error: unknown) => {
    if (error instanceof HostError) connection.set({ kind: "refused", error });
  });
  return { client, board, connection };
}

const HostContext = createContext<HostState | undefined>(undefined);

export const HostProvider = HostContext.Provider;

export function useHost(): HostState {
  const host = useContext(HostContext);
  if (host === undefined) throw new TypeError("there is no host above this component");
  return host;
}

export function useBoard(): Board | undefined {
  return useStore(useHost().board);
}

/** Since when the board has not been heard of, where it is one that was kept: it can be read, and not answered. */
export function useAsOf(): number | undefined {
  return useStore<number | undefined>(useHost().device?.asOf ?? fresh);
}

/** A session of the board; `undefined` until it is known, and once it is gone. */
export function useSession(id: string): SessionItem | undefined {
  return useBoard()?.sessions.find((session) => session.id === id);
}
