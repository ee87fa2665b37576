import { readFile } from "node:fs/promises";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { decide, lexicallyInside as insideOf } from "@nucleic/policy";
import { parsePolicy } from "@nucleic/policy/file";
import { systemClock as clock } from "@nucleic/protocol/core";
import { allow, deny, HostClient, onApproval } from "@nucleic/sync/client";
import * as noise from "@nucleic/sync/noise";
import { FileKeyStore, loadFastestSodium } from "@nucleic/sync/noise/node";
import { webSocketFrames } from "@nucleic/sync/transports";

const [policyFile = "policy.json", link] = process.argv.slice(2);
const sources = [{ name: policyFile, policy: parsePolicy(await readFile(policyFile, "utf8")) }];
const [keys, sodium] = [new FileKeyStore(join(homedir(), ".remote-approver")), await loadFastestSodium()];
const say = (text: string) => process.stdout.write(`${text}\n`);

const load = async () => noise.readKnownHost((await keys.read("host")) ?? "");
const store = (host: noise.KnownHost) => keys.write("host", noise.writeKnownHost(host));
const dial: noise.WayToHost["dial"] = ({ address }, signal) => webSocketFrames(address)(signal);
const way = { sodium, clock, dial, load, store, clientVersion: "1" };

// With a link this machine is paired: a person types the digits at the host. From then on the keys are here.
if (link !== undefined) {
  const device = { name: hostname(), platform: process.platform, requestedScopes: ["approve"] };
  const onDigits = (digits: string) => say(`Type ${digits} at the host.`);
  const { signal } = new AbortController();
  await noise.pairAtLink(way, { pairingLink: noise.readPairingLink(link), device, onDigits, signal });
}
const signer = noise.approvalSigner(sodium, (await load()).pairing);
const client = new HostClient({ name: "remote-approver", signer, connect: noise.connectPaired(way) });

onApproval(client, async (ask, { backend, cwd: folder }) => {
  if (folder === undefined) return;
  const { effect, because } = decide(sources, ask, { folder, insideOf, backend });
  // The digest is made here, of what was judged, and the answer is signed: it is for that and nothing else.
  const judged = { ...ask, digest: noise.digestOf(sodium, ask) };
  try {
    if (effect === "allow") await allow(client, judged);
    if (effect === "deny") await deny(client, judged, because);
    say(`${effect} ${ask.summary} (${because})`);
  } catch (error) {
    say(`not answered: ${error}`);
  }
});
client.onConnection((isConnected) => say(isConnected ? "connected" : "no connection"));
// Nothing else holds the process while there is no connection.
setInterval(() => client.presence("away"), 15_000);
