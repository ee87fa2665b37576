import { refusalOf } from "@nucleic/sync/server";

/** What has a code, the client was told of; in its words may stand what the client wrote. */
export function failureOf(cause: unknown): object {
  const { code } = refusalOf(cause);
  return code === "internal" ? { code, cause } : { code };
}
