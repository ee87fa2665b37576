import { randomInt } from "node:crypto";
import type { AgentEvent } from "@nucleic/protocol";
import { eventFactory } from "@nucleic/protocol/testing";
import fc from "fast-check";
import { SimulatedDisk } from "../src/testing/index.ts";
import { openLog } from "../src/transcript/open-log.ts";
import { readRecords } from "../src/transcript/reader.ts";
import { TranscriptWriter } from "../src/transcript/writer.ts";
import { sessionId } from "./log-support.ts";
import { mortalFiles } from "./mortal-files.ts";
import { collect } from "./support.ts";
import { hastyClock } from "./test-clock.ts";

/** The seed of this run: `NUCLEIC_SEED`, else a new one. It stands in the tests' names. */
export const seed = Number(process.env.NUCLEIC_SEED ?? randomInt(2 ** 31));
/** How many histories a property looks at, times this. */
export const effort = Number(process.env.NUCLEIC_EFFORT ?? 1);

export const root = "/data";
export const path = `${root}/session/transcript.jsonl`;

export type Step =
  | { readonly do: "append"; readonly chars: number; readonly urgent: boolean }
  | { readonly do: "large" | "flush" | "reopen" | "kill" };

/** What may be done with a log, in files of a few records. */
export const history = fc.record({
  segmentBytes: fc.integer({ min: 300, max: 3_000 }),
  steps: fc.array(
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record<Step & { do: "append" }>({
          do: fc.constant("append" as const),
          chars: fc.oneof(fc.nat(400), fc.nat(2_500)),
          urgent: fc.boolean(),
        }),
      },
      { weight: 3, arbitrary: fc.constant<Step>({ do: "flush" }) },
      fc.constantFrom<Step>({ do: "large" }, { do: "reopen" }, { do: "kill" }),
    ),
    { minLength: 1, maxLength: 40 },
  ),
});
export type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** A log with a history, and after how many operations of the disk each of its records was acknowledged. */
export interface Played {
  readonly disk: SimulatedDisk;
  readonly records: readonly AgentEvent[];
  readonly acknowledgedAt: readonly number[];
}

export async function play({ segmentBytes, steps }: History): Promise<Played> {
  const disk = new SimulatedDisk(root);
  const make = eventFactory(sessionId);
  const records: AgentEvent[] = [];
  const acknowledgedAt: number[] = [];
  const open = async () => {
    const { files, kill } = mortalFiles(disk.files);
    const log = await openLog(files, path, hastyClock, { sessionId, segmentBytes });
    // What was not written is gone with its process; what is there now is there for everyone.
    records.length = log.lastSeq;
    while (acknowledgedAt.length < log.lastSeq) acknowledgedAt.push(disk.operations.length);
    const writer = new TranscriptWriter({
      tail: log.tail,
      clock: hastyClock,
      lastSeq: log.lastSeq,
      endOffset: log.endOffset,
      onCommit: (committed) => acknowledgedAt.push(...committed.map(() => disk.operations.length)),
      onFailure: (error) => {
        throw error;
      },
    });
    return { writer, kill };
  };
  /** A process that dies while it opens the log. */
  const openInVain = async (turns: number) => {
    const { files, kill } = mortalFiles(disk.files);
    void openLog(files, path, hastyClock, { sessionId, segmentBytes });
    await pass(turns);
    kill();
  };
  await openInVain(segmentBytes % 60);
  let { writer, kill } = await open();
  const append = (native: string, urgent: boolean) => {
    const event = make("raw", { backend: "b", native });
    records.push(event);
    writer.append(event, urgent ? "urgent" : "grouped");
  };
  for (const [i, step] of steps.entries()) {
    if (step.do === "append") append(`${i} ${"ü".repeat(step.chars / 2)}`, step.urgent);
    else if (step.do === "large") append(`${i} ${"x".repeat(66_000)}`, true);
    else if (step.do === "flush") await writer.flush();
    else {
      if (step.do === "reopen") await writer.close();
      // In the middle of whatever it is about.
      else await pass((i * 7) % 60);
      kill();
      await openInVain((i * 11) % 60);
      ({ writer, kill } = await open());
    }
  }
  await writer.close();
  return { disk, records, acknowledgedAt };
}

/** Lets that many steps of whatever is under way happen. */
async function pass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
}

/** Opens what a crash left, as the next process would; gives what is in it then. */
export async function reopened(disk: SimulatedDisk) {
  const { tail, ...log } = await openLog(disk.files, path, hastyClock, { sessionId });
  await tail.close();
  return { ...log, records: (await collect(readRecords(disk.files, path))).flat() };
}
