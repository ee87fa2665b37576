import type { ProcessSpec } from "@nucleic/process";
import { insideEnvironment } from "../confine/environment.ts";

/** What leads inside. */
export interface Launch {
  readonly bwrap: string;
  /** Arguments of bwrap for a program that is shown these paths besides. */
  arguments(reads: readonly string[]): readonly string[];
  /** Files through which a process joins the groups that are limited. */
  readonly joinFiles: readonly string[];
}

/**
 * Joins the limited groups, then becomes bwrap. A signal to the group is for the program inside: bwrap would die of it and
 * take the program along before it could end in order, so it is ignored here and, as that is inherited, made to count again.
 */
const ENTER = [
  'trap "" INT TERM',
  "count=$1",
  "shift",
  'while [ "$count" -gt 0 ]; do echo 0 >"$1" || exit 126; shift; count=$((count - 1)); done',
  'exec "$@"',
].join("; ");

/** The program that runs the given one inside. */
export function launched(spec: ProcessSpec, launch: Launch): ProcessSpec {
  const { joinFiles, bwrap } = launch;
  const enter = ["-c", ENTER, "sh", String(joinFiles.length), ...joinFiles];
  return {
    ...spec,
    command: "/bin/sh",
    args: [
      ...enter,
      bwrap,
      ...launch.arguments(spec.reads ?? []),
      "--chdir",
      spec.cwd,
      "--",
      ...becoming(spec),
    ],
    env: insideEnvironment(spec.env),
    // The spec's own folder may be one that is there inside alone.
    cwd: "/",
  };
}

/** `env` would take a name with an equals sign for an entry; the shell takes it as it is. */
function becoming({ command, args = [] }: ProcessSpec): readonly string[] {
  return ["/usr/bin/env", "--default-signal=INT,TERM", "/bin/sh", "-c", 'exec "$@"', "sh", command, ...args];
}
