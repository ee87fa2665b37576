import type { Endpoint } from "@nucleic/sync/noise";
import { type FrameLink, type NatsDevice, TransportError, webSocketFrames } from "@nucleic/sync/transports";
import { natsFrames } from "@nucleic/sync/transports/node";

/** An address that is not answered by then is passed over: the next one may be. */
const dialMs = 5_000;

/** Opens a link to one of a host's addresses. @throws TransportError; what the signal was aborted with */
export async function dial({ kind, address }: Endpoint, signal: AbortSignal): Promise<FrameLink> {
  const open = kind === "direct" ? webSocketFrames(address) : natsFrames(placeIn(address));
  return await open(AbortSignal.any([signal, AbortSignal.timeout(dialMs)]));
}

function placeIn(address: string): NatsDevice {
  try {
    return JSON.parse(address) as NatsDevice;
  } catch (cause) {
    throw new TransportError("invalid", "an address of a broker cannot be read", { cause });
  }
}
