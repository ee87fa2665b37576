import type { Clock } from "@nucleic/protocol";
import type { Child } from "./child.ts";

/** The signals of an escalation, gentlest first. */
export const STEPS = ["SIGINT", "SIGTERM", "SIGKILL"] as const;
export type StopSignal = (typeof STEPS)[number];

export interface Grace {
  /** After SIGINT, before SIGTERM. */
  readonly interruptMs: number;
  /** After SIGTERM, before SIGKILL. */
  readonly terminateMs: number;
}

export const DEFAULT_GRACE: Grace = { interruptMs: 5_000, terminateMs: 5_000 };

/** The way down of one child: each signal once, each later one after its grace or as soon as someone insists. */
export interface Escalation {
  /** Starts at that signal, or goes on to it at once where a gentler one is being waited for. */
  to(from: StopSignal): void;
  /** SIGKILL was sent. */
  readonly forced: boolean;
}

/** @param ended aborts when the leader has ended: no timer and no signal outlives it. */
export function escalation(child: Child, grace: Grace, clock: Clock, ended: AbortSignal): Escalation {
  let reached = -1;
  const send = (step: number): void => {
    const name = STEPS[step];
    if (name === undefined || step <= reached || ended.aborted) return;
    reached = step;
    child.signalGroup(name);
    if (name === "SIGKILL") return;
    const waitMs = name === "SIGINT" ? grace.interruptMs : grace.terminateMs;
    clock.sleep(waitMs, ended).then(
      () => send(step + 1),
      () => undefined,
    );
  };
  return {
    to: (from) => send(STEPS.indexOf(from)),
    get forced() {
      return reached === STEPS.length - 1;
    },
  };
}
