import type { IntentKind, IntentResult } from "@nucleic/protocol/messages";
import { clientError, HostError } from "./host-error.ts";
import type { IntentOutcome } from "./outbox/waiting-intent.ts";

/** What came of an intent. @throws HostError with the host's code, or `outcomeUnknown` */
export function intentResult<K extends IntentKind>(kind: K, outcome: IntentOutcome): IntentResult<K> {
  const { status, result, error } = outcome;
  if (status === "applied") return (result ?? {}) as IntentResult<K>;
  if (status === "unknown")
    throw clientError(
      "outcomeUnknown",
      `the host went down while it did ${kind}: nobody can say whether it was done`,
    );
  throw new HostError(error ?? { code: "internal", message: `the host refused ${kind}` });
}
