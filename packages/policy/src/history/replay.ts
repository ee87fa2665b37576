import { decide, type PolicyOutcome } from "../decide/decide.ts";
import type { PolicySource } from "../decide/policy.ts";
import { lexicallyInside } from "../posix-path.ts";
import { judgedNow, type PastRequest, saidBy } from "./history.ts";

/** What policies would have made of one request of the past. */
export interface Replayed {
  readonly past: PastRequest;
  readonly outcome: PolicyOutcome;
  /** The person would not have been asked. */
  readonly isSaved: boolean;
  /** It would have been allowed, though a person said no. */
  readonly isAgainst: boolean;
}

/** Runs requests of the past through policies. Nothing is decided by it. */
export function replay(sources: readonly PolicySource[], past: PastRequest): Replayed {
  const context = { folder: past.folder, insideOf: lexicallyInside, backend: past.backend };
  const outcome = decide(sources, judgedNow(past), context);
  const said = saidBy(past);
  return {
    past,
    outcome,
    isSaved: said !== undefined && outcome.effect !== "ask",
    isAgainst: said === "no" && outcome.effect === "allow",
  };
}
