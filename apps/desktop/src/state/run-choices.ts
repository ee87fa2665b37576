import { Writable } from "@nucleic/sync/client";

/** What a person has chosen that an agent runs with. */
export interface RunChoice {
  readonly model?: string;
  readonly mode?: string;
}

/** Holds until the agent says anew what it runs with; `since` is where it last did. */
export interface KeptChoice extends RunChoice {
  readonly since: number | undefined;
}

const choices = new Map<string, Writable<KeptChoice>>();

/** By session, kept while the page is open. */
export function choiceOf(sessionId: string): Writable<KeptChoice> {
  const choice = choices.get(sessionId) ?? new Writable<KeptChoice>({ since: undefined });
  choices.set(sessionId, choice);
  return choice;
}
