import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import {
  type CommandResult,
  decodeUtf8,
  findExecutable,
  localProcessHost,
  type ProcessSpec,
  RUN_MARKER,
  runCommand,
} from "@nucleic/process";
import { insideEnvironment } from "../confine/environment.ts";
import { layoutOf } from "../confine/layout.ts";
import { SandboxError } from "../error.ts";
import { openNetwork } from "../network/open-network.ts";
import type { SandboxEngineOptions } from "../none.ts";
import { OpenSandbox } from "../open-sandbox.ts";
import type { Availability, SandboxEngine, SandboxLimitName, SandboxLimits } from "../types.ts";
import { type ContainerPlan, mountOf, runArguments } from "./arguments.ts";

/** Which containers, and by whom. */
export interface ContainerEngineOptions extends SandboxEngineOptions {
  /** Here already: nothing is pulled. It has what programs need, but for what the spec mounts. `undefined`: none was chosen, and the engine says so. */
  readonly image: string | undefined;
  /** The program to use. Default: `podman`. */
  readonly cli?: "podman" | "docker";
  /** Arguments of the CLI before its command: `--root`, `--remote`, `--context`. */
  readonly cliArguments?: readonly string[];
  /** What the CLI's own environment is chosen from. Default: this process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** What the CLIs go by. Programs inside see none of it unless their own environment names it. */
const CLI_ENV = [
  "PATH",
  "HOME",
  "USER",
  "XDG_RUNTIME_DIR",
  "CONTAINERS_CONF",
  "CONTAINERS_STORAGE_CONF",
  "CONTAINER_HOST",
  "DOCKER_HOST",
  "DOCKER_CONFIG",
];
const ALL_LIMITS: readonly SandboxLimitName[] = ["memoryBytes", "processes", "cpus"];
const ASK_MS = 30_000;

/** A container for each program, made by the CLI of podman or docker and gone with it. */
export function containerEngine(options: ContainerEngineOptions): SandboxEngine {
  const { image = "", cli = "podman", cliArguments = [], processHost = localProcessHost() } = options;
  const env = chosen(options.environment ?? process.env);
  const ask = (...args: readonly string[]) =>
    runCommand(cli, [...cliArguments, ...args], { cwd: tmpdir(), env, timeoutMs: ASK_MS });
  const available = () => availability({ cli, image, env, ask });

  /** Without the run's marker on the CLI: what it starts to clean up afterwards is not the run's, and must not be killed. */
  const inside = (plan: ContainerPlan, spec: ProcessSpec): ProcessSpec => ({
    ...spec,
    command: "/usr/bin/env",
    args: ["-u", RUN_MARKER, cli, ...cliArguments, ...runArguments(plan, spec, env)],
    env: { ...insideEnvironment(spec.env), ...env },
    cwd: "/",
  });

  /** A CLI that was killed has left its container, whose processes are dead. */
  const removeLeft = async (label: string) => {
    const left = decodeUtf8((await ask("ps", "-aq", "--filter", `label=${label}`)).stdout).split(/\s+/);
    const ids = left.filter((id) => id !== "");
    if (ids.length > 0) await ask("rm", "--force", ...ids);
  };

  return {
    name: "container",
    available,
    async prepare(spec) {
      const answer = await available();
      if (!answer.available) {
        const [reason] = answer.reasons;
        throw new SandboxError("unavailable", reason?.message ?? cli, reason && { hint: reason.hint });
      }
      const { limits = {} } = spec;
      const names = heldLimits(limits, answer.limits);
      const label = `nucleic.sandbox=${randomUUID()}`;
      await using undo = new AsyncDisposableStack();
      const network = await openNetwork(spec);
      undo.defer(() => network.close());
      const layout = await layoutOf({ ...spec, mounts: [...(spec.mounts ?? []), ...network.mounts] });
      const plan = { image, label, layout, network: network.access, limits };
      for (const bind of plan.layout.binds) mountOf(bind);
      undo.defer(() => removeLeft(label));
      const held = undo.move();
      return new OpenSandbox({
        engine: "container",
        processHost,
        inside: (process) => inside(plan, network.through(process)),
        confinement: { files: true, processes: true, ...network.confinement, limits: names },
        release: () => held.disposeAsync(),
      });
    },
  };
}

function heldLimits(asked: SandboxLimits, held: readonly SandboxLimitName[]): readonly SandboxLimitName[] {
  const names = ALL_LIMITS.filter((name) => asked[name] !== undefined);
  const missing = names.find((name) => !held.includes(name));
  if (missing === undefined) return names;
  throw new SandboxError("limitUnavailable", `${missing} can't be limited for rootless containers here`, {
    hint: "boot with control groups of version 2",
  });
}

function chosen(from: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    CLI_ENV.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])),
  );
}

interface Asking {
  readonly cli: "podman" | "docker";
  readonly image: string;
  readonly env: Readonly<Record<string, string>>;
  ask(...args: readonly string[]): Promise<CommandResult>;
}

async function availability({ cli, image, env, ask }: Asking): Promise<Availability> {
  const not = (code: "programMissing" | "refused", message: string, hint: string): Availability => ({
    available: false,
    reasons: [{ code, message, hint }],
  });
  if ((await findExecutable(cli, env)) === undefined)
    return not("programMissing", `${cli} is not installed`, `install ${cli}`);
  if (image === "")
    return not("refused", "no image was chosen", "set NUCLEIC_SANDBOX_IMAGE to one that is here already");
  const format =
    cli === "podman" ? "{{.Host.Security.Rootless}} {{.Host.CgroupsVersion}}" : "{{.CgroupVersion}}";
  const info = await ask("info", "--format", format);
  if (!info.ok)
    return not("refused", `${cli} does not answer: ${info.stderr.trim() || info.cause}`, `${cli} info`);
  const found = await ask("image", "inspect", "--format", "{{.Id}}", image);
  if (!found.ok) return not("refused", `there is no image ${image}`, `${cli} pull ${image}`);
  // Podman passes over limits that a user may not set in version 1, with a warning alone.
  const limits = decodeUtf8(info.stdout).trim() === "true v1" ? [] : ALL_LIMITS;
  return { available: true, limits };
}
