import { ControlServer, readDisposition } from "@nucleic/control";
import { systemClock } from "@nucleic/protocol/core";
import { openRuntime, type Runtime, type RuntimeOptions } from "@nucleic/runtime";
import { Worktrees } from "./worktrees.ts";

/** What whoever runs agents brings along: a host, or a command that runs one session by itself. */
export interface PartsOptions
  extends Pick<RuntimeOptions, "dataDir" | "backends" | "makeBackend" | "clock" | "ids">,
    Pick<RuntimeOptions, "onProblem" | "onSessionWritten"> {
  /** What git and set-up scripts inherit from. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The parts of nucleic that run sessions. */
export interface Parts {
  /** To be closed by whoever opened the parts. */
  readonly runtime: Runtime;
  readonly worktrees: Worktrees;
}

/**
 * Opens a data directory with everything that sessions have: agents that can speak up, endings that are read where they
 * do not, set-up scripts, requests that are judged on real paths. A session in a host and one in a command of its own
 * are made of the same, here. @throws what opening the runtime throws
 */
export async function openParts({
  dataDir,
  env,
  clock = systemClock,
  ...rest
}: PartsOptions): Promise<Parts> {
  const runtime = await openRuntime({
    ...rest,
    dataDir,
    clock,
    setup: { env },
    control: new ControlServer({ clock }),
    readDisposition,
  });
  return { runtime, worktrees: new Worktrees({ dataDir, env, clock }) };
}
