import type { DecidedBy } from "@nucleic/protocol";
import type { Answerer } from "../session/session.ts";

/** The person who answers, as a decision names them. */
export function person({ deviceId }: Answerer): DecidedBy {
  return { by: "person", ...(deviceId !== undefined && { deviceId }) };
}
