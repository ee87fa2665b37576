import { readFile } from "node:fs/promises";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { decide, lexicallyInside as insideOf } from "@nucleic/policy";
import { parsePolicy } from "@nucleic/policy/file";
import { systemClock as clock } from "@nucleic/protocol/core";
import { allow, type Board, deny, HostClient } from "@nucleic/sync/client";
import * as noise from "@nucleic/sync/noise";
import { FileKeyStore, loadFastestSodium } from "@nucleic/sync/noise/node";
import { webSocketFrames } from "@nucleic/sync/transports";

const [policyFile = "policy.json", link] = process.argv.slice(2);
const sources = [{ name: policyFile, policy: parsePolicy(await readFile(policyFile, "utf8")) }];
const [keys, sodium] = [new FileKeyStore(join(homedir(), ".remote-approver")), await loadFastestSodium()];
const transport = "direct";
const say = (text: string) => process.stdout.write(`${text}\n`);

// With a link this machine is paired: a person types the digits at the host. From then on the keys are here.
const store = (pairing: noise.Pairing) => keys.write("pairing", noise.writePairing(pairing));
if (link !== undefined) {
  const pairingLink = noise.readPairingLink(link);
  const address = pairingLink.endpoints.find(({ kind }) => kind === transport)?.address ?? "";
  const { signal } = new AbortController();
  const device = { name: hostname(), platform: process.platform, requestedScopes: ["approve"] };
  const onDigits = (digits: string) => say(`Type ${digits} at the host.`);
  const way = { sodium, clock, signal, transport, link: await webSocketFrames(address)(signal) } as const;
  await noise.pairWithHost({ ...way, pairingLink, device, onDigits, store });
  await keys.write("address", address);
}
const [pairing, address] = [
  noise.readPairing((await keys.read("pairing")) ?? ""),
  await keys.read("address"),
];
const dial = webSocketFrames(address ?? "");
const way = new noise.HostConnection({ sodium, clock, pairing, store, transport, dial, clientVersion: "1" });
const signer = noise.approvalSigner(sodium, pairing);
const client = new HostClient({ name: "remote-approver", signer, connect: (signal) => way.open(signal) });

const seen = new Set<string>();
async function judge(ask: Board["approvals"][number], { sessions, clipped }: Board): Promise<void> {
  const session = sessions.find(({ id }) => id === ask.sessionId);
  if (session?.cwd === undefined || clipped.has(ask.id) || seen.has(ask.id)) return;
  seen.add(ask.id);
  const { effect, because } = decide(sources, ask, {
    folder: session.cwd,
    insideOf,
    backend: session.backend,
  });
  // The digest is made here, of what was judged, and the answer is signed: it is for that and nothing else.
  const judged = { ...ask, digest: noise.digestOf(sodium, ask) };
  if (effect === "allow") await allow(client, judged);
  if (effect === "deny") await deny(client, judged, because);
  say(`${effect} ${ask.summary} (${because})`);
}
client.onBoard((board) => {
  for (const ask of board.approvals)
    judge(ask, board).catch((error) => say(`not answered: ${error.message}`));
});
client.onConnection((isConnected) => say(isConnected ? "connected" : "no connection"));
// Nothing else holds the process while there is no connection.
setInterval(() => client.presence("away"), 15_000);
