import type { Assess } from "@nucleic/policy";
import type { ApprovalAnswer, ApprovalId, Clock, SessionId } from "@nucleic/protocol";
import type { ReadDisposition } from "../control/agent-control.ts";
import type { DiskReserve } from "../disk-reserve.ts";
import type { StandingRules } from "../rules/standing-rules.ts";
import type { LogFiles } from "../transcript/files.ts";
import type { OpenLog } from "../transcript/open-log.ts";
import type { Checkpointer } from "./checkpointer.ts";
import type { SessionProjection } from "./projection.ts";

/** What one session is written with. */
export interface ControllerOptions {
  readonly id: SessionId;
  readonly cwd: string;
  readonly clock: Clock;
  readonly assess: Assess;
  readonly rules: StandingRules;
  readonly files: LogFiles;
  readonly log: OpenLog;
  readonly projection: SessionProjection;
  readonly checkpointer: Pick<Checkpointer<unknown>, "reached" | "close">;
  readonly reserve: DiskReserve;
  /** Reads the end of a turn where the agent did not say how its work stands. */
  readonly readDisposition: ReadDisposition | undefined;
  /** What became of an approval of an earlier run. */
  readonly earlierAnswer: (id: ApprovalId) => Promise<ApprovalAnswer | undefined>;
  /** Called at the end of `close`. */
  readonly onClosed: () => Promise<void>;
}
