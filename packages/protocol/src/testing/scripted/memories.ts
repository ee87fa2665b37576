import type { Message } from "./model.ts";

/** Where what was said in a session is kept, so that a later run can take it up: what real agents keep in files. */
export interface Memories {
  /** `undefined` for a session that was never saved. */
  load(backendSessionId: string): Promise<readonly Message[] | undefined>;
  /** Takes the place of what was saved before. Once it resolves, a run that dies has lost nothing of it. */
  save(backendSessionId: string, messages: readonly Message[]): Promise<void>;
}

/** Kept for as long as this process lives. */
export function memoriesHere(): Memories {
  const saved = new Map<string, readonly Message[]>();
  return {
    load: async (id) => saved.get(id),
    save: async (id, messages) => void saved.set(id, [...messages]),
  };
}
