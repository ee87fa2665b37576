// Clients of a host that follow every session in full: `followers.ts <clients>`. The host's address comes as one line on the
// stdin. Says `ready` when all have a whole picture of all sessions, and `over` when all have seen every turn's end.
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { SessionId } from "@nucleic/protocol";
import { type HostAddress, HostClient, webSocketTo } from "@nucleic/sync/client";

const [clients = "1"] = process.argv.slice(2);
const [line] = (await once(createInterface({ input: process.stdin }), "line")) as [string];
const connect = webSocketTo(JSON.parse(line) as HostAddress);

async function follow(client: HostClient, id: SessionId, onLive: () => void): Promise<void> {
  for await (const news of client.follow(id, { tail: 10 })) {
    if (news.kind === "live") onLive();
    else if (news.kind === "records" && news.records.some(({ kind }) => kind === "turnCompleted")) return;
  }
}

const lives: Promise<void>[] = [];
const turns: Promise<void>[] = [];
for (let i = 0; i < Number(clients); i++) {
  const client = new HostClient({ name: `follower-${i}`, connect });
  const { sessions } = await client.board();
  for (const { id } of sessions) {
    const live = Promise.withResolvers<void>();
    lives.push(live.promise);
    turns.push(follow(client, id, live.resolve));
  }
}
await Promise.all(lives);
process.stdout.write("ready\n");
await Promise.all(turns);
process.stdout.write("over\n");
