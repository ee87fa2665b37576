import { LoopbackServer } from "@nucleic/loopback";
import { type Clock, createIds } from "@nucleic/protocol/core";
import type { DeviceServer } from "./devices/device-server.ts";
import { gitGuard } from "./git-guard/git-guard.ts";
import type { HostHealth } from "./health.ts";
import type { HostOptions, HostProblem } from "./host-options.ts";
import type { Merges } from "./integration/merges.ts";
import { failureOf } from "./log/failure-of.ts";
import type { HostLog } from "./log/host-log.ts";
import type { Parts } from "./parts.ts";
import { userPolicy } from "./policy/user-policy.ts";
import type { Prewarming } from "./prewarming.ts";
import type { HostPush } from "./push/host-push.ts";
import type { QueryContext } from "./queries.ts";
import type { SessionKeeper } from "./sessions/session-keeper.ts";

interface HostParts extends Pick<Parts, "runtime" | "worktrees"> {
  readonly keeper: SessionKeeper;
  readonly merges: Merges;
  readonly prewarming: Prewarming;
  readonly health: HostHealth;
  readonly log: HostLog;
  readonly clock: Clock;
  readonly options: HostOptions;
  readonly ending: AbortSignal;
  readonly push: HostPush | undefined;
  readonly devices: () => DeviceServer | undefined;
  readonly onProblem: (problem: HostProblem) => void;
}

const noSandboxes: NonNullable<HostOptions["sandbox"]> = { engines: [], agent: () => undefined };

/** What whoever answers a client works with, of the parts of this host. */
export function hostContext(parts: HostParts): QueryContext {
  const { runtime, worktrees, keeper, merges, prewarming, health, log, clock, ending, devices, push } = parts;
  const { dataDir, env, sandbox = noSandboxes, ids = createIds(clock) } = parts.options;
  return {
    ...{ runtime, worktrees, merges, clock, ending, devices, push, health },
    live: keeper.live,
    underway: new Map(),
    sandbox: { options: sandbox, dataDir, env },
    ids,
    gitGuard: gitGuard({
      ...{ dataDir, env, server: new LoopbackServer() },
      ownBranch: async (id) => (await runtime.findSession(id)).worktree?.branch.replace(/^refs\/heads\//, ""),
    }),
    policy: userPolicy(dataDir, ({ message, hint }) =>
      parts.onProblem({ code: "policyFault", message, ...(hint !== undefined && { hint }) }),
    ),
    onFailed: (kind, cause) => log.note("warn", "intentFailed", { kind, ...failureOf(cause) }),
    hide: (secret) => log.hide(secret),
    track: (work) => keeper.track(work),
    shipWhenDone: (id) => keeper.settle(id),
    settled: (id) => keeper.settled(id),
    prewarm: (id) => prewarming.request(id),
    onRemoved: (id) => keeper.removed(id),
  };
}
