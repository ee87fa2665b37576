import type { Clock, Ids, ProjectId, SessionId } from "@nucleic/protocol/core";
import type { OpenGuard, ProjectRecord, Runtime } from "@nucleic/runtime";
import type { IntentAnswer } from "@nucleic/sync/server";
import type { DeviceServer } from "./devices/device-server.ts";
import type { Merges } from "./integration/merges.ts";
import type { PolicyDecider, PolicyScene } from "./policy/policy-decider.ts";
import type { HostPush } from "./push/host-push.ts";
import type { Placing } from "./sandbox/place-agent.ts";
import type { LiveSessions } from "./sessions/live-sessions.ts";
import type { Worktrees } from "./worktrees.ts";

/** What whoever does something for a client works with. */
export interface HostContext {
  readonly runtime: Runtime;
  readonly worktrees: Worktrees;
  readonly live: LiveSessions;
  /** By which everything is integrated. */
  readonly merges: Merges;
  readonly clock: Clock;
  readonly ids: Ids;
  /** What agents are confined with. */
  readonly sandbox: Placing;
  /** What stands before an agent's git, where its project has that. */
  readonly gitGuard: OpenGuard;
  /** Intents that are being done, by whose they are and their id: one that comes again meanwhile waits for the same answer. */
  readonly underway: Map<string, Promise<IntentAnswer>>;
  /** Aborts when the host goes down. */
  readonly ending: AbortSignal;
  /** By what requests are decided without a person, where a session is started so. */
  readonly policy: HostPolicy;
  /** How paired devices are woken; `undefined` where none can be. */
  readonly push: HostPush | undefined;
  /** Where paired devices come in; `undefined` where they cannot. */
  readonly devices: () => DeviceServer | undefined;
  /** That text is a secret: no log says it from now on. */
  readonly hide: (secret: string) => void;
  /** An intent that was not done, and why: the client is told less. */
  readonly onFailed: (kind: string, cause: unknown) => void;
  /** Work that goes on behind the answer; the host waits for it before it goes down. Never rejects. */
  readonly track: (work: Promise<void>) => void;
  /** Ships a session's work if it ships and is done. Resolves when that is over, however it went. */
  readonly shipWhenDone: (id: SessionId) => Promise<void>;
  /** Resolves when what a session's last turn has brought is counted and shipped. */
  readonly settled: (id: SessionId) => Promise<void>;
  /** The worktrees that stand ready for the sessions of a project are too few, or too many, by now. */
  readonly prewarm: (id: ProjectId) => void;
  /** A session was removed for good. */
  readonly onRemoved: (id: SessionId) => void;
}

/** Decides without a person, from the user's own data, for one session of a project. */
export type HostPolicy = (
  project: ProjectRecord,
  scene: Omit<PolicyScene, "policies">,
) => Promise<PolicyDecider>;
