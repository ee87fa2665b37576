import type { EventBodyOf } from "@nucleic/protocol";

/** A line over the limit. The run goes on without it. */
export function lineTooLong(lengthBytes: number): EventBodyOf<"error"> {
  return {
    kind: "error",
    code: "lineTooLong",
    message: `A line of ${lengthBytes} bytes was too long to keep and was dropped.`,
    recoverable: true,
  };
}

/** A line that the agent's protocol does not allow. The run goes on without it. */
export function invalidLine(
  program: string,
  { reason, head }: { readonly reason: string; readonly head: string },
): EventBodyOf<"error"> {
  return {
    kind: "error",
    code: "protocolViolation",
    message: `${program} wrote a line that is ${reason}: ${head}`,
    recoverable: true,
  };
}
