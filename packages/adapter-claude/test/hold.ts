import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { faultsOf, hooksThat, say } from "@nucleic/adapter-kit/testing";
import { type Clock, systemClock } from "@nucleic/protocol";
import { WatchedRun } from "@nucleic/protocol/testing";
import { bench, type Transport, type Version } from "./lab.ts";

/** What became of an approval that was held for a while and then allowed. */
export interface HeldApproval {
  /** The content of the file that the tool was to write. */
  readonly written: string;
  /** How many times it was asked: once, whatever the length. */
  readonly asked: number;
  readonly outcome: string;
  readonly faults: number;
}

/** Really holds an approval of a real CLI, allows it, and sees the tool run. */
export async function holdApproval(
  version: Version,
  transport: Transport,
  holdMs: number,
  clock: Clock = systemClock,
): Promise<HeldApproval> {
  const replies = [[{ call: "Write", input: { path: "held.txt", content: "held\n" } } as const]];
  await using lab = await bench({ version, replies, backend: { transport } });
  const { hooks, asked } = hooksThat(async () => {
    await clock.sleep(holdMs);
    return { kind: "allow" };
  });
  await using run = await lab.backend.start(lab.spec(), hooks);
  const events = new WatchedRun(run);
  await run.send(say("write it"));
  const { outcome } = await events.nth("turnCompleted");
  await run.close();
  return {
    written: await readFile(join(lab.cwd, "held.txt"), "utf8").catch(() => ""),
    asked: asked.length,
    outcome,
    faults: faultsOf(await events.ended).length,
  };
}
