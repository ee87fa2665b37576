import { systemClock } from "@nucleic/protocol";
import { deviceIdOf, hostIdOf, idText, Responder, writePairing } from "@nucleic/sync/noise";
import { loadFastestSodium } from "@nucleic/sync/noise/node";
import { type HostPort, serveClient } from "@nucleic/sync/server";
import { MemoryDeviceDirectory } from "@nucleic/sync/testing";
import { webSocketListener } from "@nucleic/sync/transports/node";
import { viewer } from "./memory-log.ts";

/** Where encrypted devices come in, over WebSockets of this machine. */
export interface DeviceDoor extends AsyncDisposable {
  readonly url: string;
  /** Devices that were paired long ago: what each of them keeps. */
  pair(count: number): Promise<readonly string[]>;
}

/** Opens one with the channel and the service that a host has. */
export async function openDeviceDoor(host: HostPort): Promise<DeviceDoor> {
  const [sodium, directory, end] = [
    await loadFastestSodium(),
    new MemoryDeviceDirectory(),
    new AbortController(),
  ];
  const hostKey = sodium.keyPair();
  const listener = await webSocketListener({ maxPerAddress: 256 });
  const responder = new Responder({
    sodium,
    clock: systemClock,
    hostName: "bench",
    hostKeys: () => ({ current: hostKey }),
    directory,
    confirm: async () => undefined,
    onProblem: (problem) => process.stderr.write(`${problem}\n`),
    onDevice({ channel, row }) {
      const { signal } = end;
      void serveClient({ channel, client: viewer(row.deviceId), host, clock: systemClock, signal });
    },
  });
  void (async () => {
    let links = 0;
    for await (const { link } of listener.links)
      void responder.accept(link, { transport: "direct", source: `device ${links++}` });
  })();
  return {
    url: listener.url,
    async pair(count) {
      const texts: string[] = [];
      for (let i = 0; i < count; i++) {
        const [deviceKey, approvalKey] = [sodium.keyPair(), sodium.signingPair()];
        const deviceId = idText(deviceIdOf(sodium, deviceKey.publicKey));
        const about = { deviceId, psk: sodium.random(32), version: 1 };
        await directory.add({
          ...about,
          name: `device ${i}`,
          platform: "bench",
          state: "active",
          key: deviceKey.publicKey,
          approvalKey: approvalKey.publicKey,
          scopes: ["view"],
          epoch: 1,
          confirmBy: 0,
          canPush: false,
        });
        const hostId = idText(hostIdOf(sodium, hostKey.publicKey));
        const host = { hostId, hostName: "bench", hostKey: hostKey.publicKey };
        texts.push(writePairing({ ...about, ...host, deviceKey, approvalKey }));
      }
      return texts;
    },
    async [Symbol.asyncDispose]() {
      end.abort();
      await responder.close();
      await listener.close();
    },
  };
}
