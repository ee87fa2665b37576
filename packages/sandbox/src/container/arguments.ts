import { type ProcessSpec, RUN_MARKER } from "@nucleic/process";
import type { Bind } from "../confine/bind.ts";
import { insideEnvironment } from "../confine/environment.ts";
import type { Layout } from "../confine/layout.ts";
import { SandboxError } from "../error.ts";
import type { SandboxLimits } from "../types.ts";

/** What all containers of one sandbox have in common. */
export interface ContainerPlan {
  readonly image: string;
  /** By which its containers are found, and whose they are. */
  readonly labels: readonly string[];
  readonly layout: Layout;
  readonly network: "off" | "on";
  readonly limits: SandboxLimits;
}

/** Arguments of `podman run`, which are those of `docker run` too, with the program and its own. */
export function runArguments(
  plan: ContainerPlan,
  spec: ProcessSpec,
  cliEnv: Readonly<Record<string, string>>,
): readonly string[] {
  const { image, labels, layout, network, limits } = plan;
  const reads = (spec.reads ?? []).map((path): Bind => ({ path, access: "read" }));
  const tmpfs = (path: string, mode: string) => [
    "--tmpfs",
    `${path}:rw,exec,size=${layout.scratchBytes},mode=${mode}`,
  ];
  return [
    ...["run", "--rm", "--interactive", "--pull", "never"],
    ...labels.flatMap((label) => ["--label", label]),
    ...["--cap-drop", "all", "--security-opt", "no-new-privileges", "--read-only"],
    ...["--network", network === "on" ? "host" : "none"],
    ...["--shm-size", String(layout.scratchBytes)],
    ...tmpfs("/tmp", "1777"),
    // A home that is mounted itself stays; two mounts at one place are refused.
    ...(layout.binds.some(({ path }) => path === layout.home) ? [] : tmpfs(layout.home, "0700")),
    ...[...layout.binds, ...reads].flatMap((bind) => ["--mount", mountOf(bind)]),
    ...limitArguments(limits),
    ...environmentArguments({ ...insideEnvironment(spec.env), [RUN_MARKER]: spec.runId }, cliEnv),
    ...["--workdir", spec.cwd, "--entrypoint", spec.command, image, ...(spec.args ?? [])],
  ];
}

/** @throws SandboxError `specInvalid` for a path that the list of options can't carry */
export function mountOf({ path, source = path, access }: Bind): string {
  if (/[,"\n]/.test(path + source))
    throw new SandboxError("specInvalid", `${path} has a comma or a quote, which a mount can't carry`);
  return `type=bind,source=${source},target=${path}${access === "read" ? ",readonly" : ""}`;
}

function limitArguments({ memoryBytes, processes, cpus }: SandboxLimits): readonly string[] {
  return [
    // Swap as well: the second number is that of both together.
    ...(memoryBytes === undefined ? [] : ["--memory", `${memoryBytes}b`, "--memory-swap", `${memoryBytes}b`]),
    ...(processes === undefined ? [] : ["--pids-limit", String(processes)]),
    ...(cpus === undefined ? [] : ["--cpus", String(cpus)]),
  ];
}

/** By name alone, so that no value stands in argv, but for those of which the CLI itself needs another. */
function environmentArguments(
  env: Readonly<Record<string, string>>,
  cliEnv: Readonly<Record<string, string>>,
): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => [
    "--env",
    name in cliEnv || name === RUN_MARKER ? `${name}=${value}` : name,
  ]);
}
