// A client of a host that allows whatever is asked. The host's address comes as one line on its stdin.
import { once } from "node:events";
import { createInterface } from "node:readline";
import { type HostAddress, HostClient, webSocketTo } from "@nucleic/sync/client";

const [line] = (await once(createInterface({ input: process.stdin }), "line")) as [string];
const client = new HostClient({ name: "approver", connect: webSocketTo(JSON.parse(line) as HostAddress) });
const asked = new Set<string>();
client.onBoard(({ approvals }) => {
  for (const { id, sessionId, digest = "" } of approvals) {
    if (asked.has(id)) continue;
    asked.add(id);
    void client.intent("approve", { approvalId: id, digest, decision: { kind: "allow" } }, { sessionId });
  }
});
await client.ready();
process.stdout.write("ready\n");
