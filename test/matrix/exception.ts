import type { Play, Saw } from "./play.ts";

/** Why a cell is not ✓, and what shows that it is so. */
export type Exception = NotOffered | Differs;

/** The CLI does not do that at all. */
export interface NotOffered {
  readonly verdict: "notOffered";
  /** For the page. */
  readonly evidence: string;
  /** Plays what shows it. Throws where the evidence is no longer true. */
  prove(play: Play): Promise<void>;
}

/** It does, in another way than the row says. */
export interface Differs {
  readonly verdict: "differs";
  /** For the page. */
  readonly how: string;
  /** Throws where it came otherwise. What the row expects must not have come either. */
  instead(saw: Saw): void;
}

/** The exceptions of one CLI, by scenario. */
export type Exceptions = Readonly<Record<string, Exception>>;

export const notOffered = (evidence: string, prove: NotOffered["prove"]): NotOffered => ({
  verdict: "notOffered",
  evidence,
  prove,
});

export const differs = (how: string, instead: Differs["instead"]): Differs => ({
  verdict: "differs",
  how,
  instead,
});
