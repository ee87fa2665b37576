import type { SessionItem } from "@nucleic/protocol/messages";
import { type Board, HostClient, HostError, pageAddress, webSocketTo } from "@nucleic/sync/client";
import { createContext, useContext } from "react";
import { Store, useStore } from "./store.ts";

/** `refused`: trying again is no use, a new link is needed. */
export type Connection =
  | { readonly kind: "connecting" | "connected" | "lost" }
  | { readonly kind: "refused"; readonly error: HostError };

/** The host as this page knows it. */
export interface HostState {
  readonly client: HostClient;
  readonly board: Store<Board | undefined>;
  readonly connection: Store<Connection>;
}

/** Connects with the code of this page's address, or the token that it was changed for. */
export function openHostState(): HostState {
  const client = new HostClient({ name: "web", connect: webSocketTo(pageAddress()) });
  const board = new Store<Board | undefined>(undefined);
  const connection = new Store<Connection>({ kind: "connecting" });
  client.onConnection((isConnected) => {
    if (connection.get().kind === "refused") return;
    connection.set({ kind: isConnected ? "connected" : "lost" });
  });
  client.onBoard((next) => board.set(next));
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

/** A session of the board; `undefined` until it is known, and once it is gone. */
export function useSession(id: string): SessionItem | undefined {
  return useBoard()?.sessions.find((session) => session.id === id);
}
