import type { BackendItem } from "@nucleic/protocol/messages";
import { useQuery } from "./use-query.ts";

/** A kind of agent, without a look at its program; `undefined` until it is known, and where the host has none of it. */
export function useBackend(id: string): BackendItem | undefined {
  return useQuery("backends", { probe: false }).data?.find((backend) => backend.id === id);
}
