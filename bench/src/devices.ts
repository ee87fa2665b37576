// Encrypted devices that follow one session in full. Which, and where the host is, comes as one line on the stdin. Says `ready`
// when all have a whole picture of it, and in how many pieces the records came to each when all have seen a turn's end.
import { once } from "node:events";
import { createInterface } from "node:readline";
import { type SessionId, systemClock } from "@nucleic/protocol";
import { HostClient } from "@nucleic/sync/client";
import { HostConnection, readPairing } from "@nucleic/sync/noise";
import { loadFastestSodium } from "@nucleic/sync/noise/node";
import { webSocketFrames } from "@nucleic/sync/transports";

/** What is told on the stdin. */
export interface DevicesSetting {
  readonly url: string;
  readonly sessionId: SessionId;
  /** One for each device. */
  readonly pairings: readonly string[];
  /** What each of them takes before it has read. Default: as clients do. */
  readonly credit?: number | undefined;
}

const [line] = (await once(createInterface({ input: process.stdin }), "line")) as [string];
const { url, sessionId, pairings, credit } = JSON.parse(line) as DevicesSetting;
const sodium = await loadFastestSodium();

function clientOf(pairing: string): HostClient {
  const connection = new HostConnection({
    sodium,
    clock: systemClock,
    transport: "direct",
    dial: webSocketFrames(url),
    pairing: readPairing(pairing),
    store: async () => undefined,
    clientVersion: "0",
  });
  return new HostClient({ name: "bench", connect: (signal) => connection.open(signal) });
}

/** How many pieces its records come in. */
async function follow(client: HostClient, onLive: () => void): Promise<number> {
  let pieces = 0;
  for await (const news of client.follow(sessionId, credit === undefined ? {} : { credit })) {
    if (news.kind === "live") onLive();
    if (news.kind !== "records") continue;
    pieces++;
    if (news.records.some(({ kind }) => kind === "turnCompleted")) break;
  }
  return pieces;
}

const turns: Promise<number>[] = [];
// One after the other, as a host takes handshakes.
for (const pairing of pairings) {
  const live = Promise.withResolvers<void>();
  turns.push(follow(clientOf(pairing), live.resolve));
  await live.promise;
}
process.stdout.write("ready\n");
process.stdout.write(`${JSON.stringify(await Promise.all(turns))}\n`);
