import type { Readable } from "@nucleic/sync/client";
import { useSyncExternalStore } from "react";

/** The value as it is now. */
export function useStore<T>({ subscribe, get }: Readable<T>): T {
  return useSyncExternalStore(subscribe, get);
}
