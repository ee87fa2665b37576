import type { ApprovalAnswer, ApprovalRequest, Clock, Ids, SessionId } from "@nucleic/protocol";
import type { RunDesk } from "./run-desk.ts";

/** What a guard has met: a program that the agent, or something that it started, wants to run. */
export interface GuardedCommand {
  /** The program's name. */
  readonly program: string;
  /** As a shell would read it. */
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  readonly why: string;
}

/** What a guard is opened with. */
export interface GuardSetting {
  readonly sessionId: SessionId;
  /** Absolute; the worktree. */
  readonly cwd: string;
  /** Asks as for the agent's own requests: rules and policies answer too. */
  ask(command: GuardedCommand, signal: AbortSignal): Promise<ApprovalAnswer>;
  /** Writes into the transcript that it was refused, and by which rule. */
  refuse(command: GuardedCommand, rule: string): Promise<void>;
}

/** Stands before a program in the PATH of one run's agent. A guard rail: who looks for the way around it finds it. */
export interface AgentGuard extends AsyncDisposable {
  /** The environment that leads to it, on top of what the agent is given anyway. */
  environment(given: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  /** Ports of this machine's loopback that it needs. */
  readonly ports: readonly number[];
  /** Folders that it needs to be read. */
  readonly reads: readonly string[];
}

/** Opens the guard of a run. What it throws is why the agent could not be started. */
export type OpenGuard = (setting: GuardSetting) => Promise<AgentGuard>;

interface GuardContext {
  readonly sessionId: SessionId;
  readonly cwd: string;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** What a guard is opened with, for one run. */
export function guardSetting({ sessionId, cwd, clock, ids }: GuardContext, desk: RunDesk): GuardSetting {
  const requestOf = ({ program, command, cwd: at, why }: GuardedCommand): ApprovalRequest => ({
    ...{ id: ids.approval(), sessionId, tool: "Bash", nativeTool: program, cwd: at, reason: why },
    input: { command, cwd: at },
    options: ["allow", "allowAlways", "deny", "cancelRun"],
    createdAt: clock.now(),
  });
  return {
    sessionId,
    cwd,
    ask: (command, signal) => desk.during(signal, (during) => desk.askApproval(requestOf(command), during)),
    refuse: (command, rule) => desk.refuse(requestOf(command), rule, command.why),
  };
}
