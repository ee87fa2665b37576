// The same hundred agents through a host, followed in full by clients of another process:
// `host-fleet.ts <clients> <stream> <agents> <per second> <seconds>`. Begins when all agents run and all clients are there.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { claudeBackend } from "@nucleic/adapter-claude";
import { execa } from "execa";
import { openFleet } from "../fleet.ts";
import { sampleWithDelay } from "../measure.ts";
import { type HostSetting, throughHost } from "../through-host.ts";

const [clients = "1", stream = "", agents = "100", perSecond = "100", seconds = "10"] = process.argv.slice(2);
const settleMs = 1_000;
const restMs = 200;
const dir = await mkdtemp(join(tmpdir(), "nucleic-bench-"));
const linesPerSecond = Number(perSecond);
const fleet = await openFleet({
  dir,
  agents: Number(agents),
  linesPerSecond,
  seconds: Number(seconds),
  stream,
});
try {
  await throughHost(claudeBackend({ executable: fleet.agent }), tmpdir(), run);
} finally {
  await fleet[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true });
}

async function run({ address, client, projectId }: HostSetting): Promise<void> {
  const input = { text: "go", context: [] };
  // A few at a time, as git allows.
  const waiting = fleet.folders.entries();
  const starter = async () => {
    for (const [i, folder] of waiting)
      await client.intent("start", {
        projectId,
        backend: "claude",
        title: `agent ${i}`,
        input,
        env: { FLEET_FEED: join(folder, "feed") },
      });
  };
  await Promise.all([starter(), starter(), starter(), starter()]);
  const isUp = ({ isRunning, status }: { isRunning: boolean; status: string }) =>
    isRunning && status === "running";
  await client.board(({ sessions }) => sessions.length === fleet.folders.length && sessions.every(isUp));
  const program = fileURLToPath(new URL("../followers.ts", import.meta.url));
  const followers = execa(process.execPath, [program, clients], {
    stdin: "pipe",
    stderr: "inherit",
    reject: false,
  });
  followers.stdin.write(`${JSON.stringify(address)}\n`);
  await once(followers.stdout, "data");
  await sleep(settleMs);
  await sampleWithDelay(async () => {
    await fleet.print();
    await atRest();
    return fleet.folders.length;
  });
  const over = once(followers.stdout, "data");
  fleet.finish();
  await over;
  followers.kill();
  await followers;
}

/** What was printed last is still on its way: resolves when the loop hardly has anything to do any more. */
async function atRest(): Promise<void> {
  for (;;) {
    const before = performance.eventLoopUtilization();
    await sleep(restMs);
    if (performance.eventLoopUtilization(before).utilization < 1 / 4) return;
  }
}
