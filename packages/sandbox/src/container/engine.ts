import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { decodeUtf8, localProcessHost, type ProcessSpec, RUN_MARKER, runCommand } from "@nucleic/process";
import { type Clock, systemClock } from "@nucleic/protocol/core";
import { insideEnvironment } from "../confine/environment.ts";
import { layoutOf } from "../confine/layout.ts";
import { SandboxError } from "../error.ts";
import { openNetwork } from "../network/open-network.ts";
import type { SandboxEngineOptions } from "../none.ts";
import { OpenSandbox } from "../open-sandbox.ts";
import type { SandboxEngine, SandboxLimitName, SandboxLimits, UnavailableReason } from "../types.ts";
import { type ContainerPlan, mountOf, runArguments } from "./arguments.ts";
import { ALL_LIMITS, availability } from "./availability.ts";
import { fresh } from "./fresh.ts";
import { ownerLabel, removeOrphans } from "./owner.ts";

/** Which containers, and by whom. */
export interface ContainerEngineOptions extends SandboxEngineOptions {
  /** Here already: nothing is pulled. It has what programs need, but for what the spec mounts. `undefined`: none was chosen, and the engine says so. */
  readonly image: string | undefined;
  /** The program to use. Default: `podman`. */
  readonly cli?: "podman" | "docker";
  /** Arguments of the CLI before its command: `--root`, `--remote`, `--context`. */
  readonly cliArguments?: readonly string[];
  /**
   * The machine that the containers are on has the files of this one at the same paths. Matters where the CLI leads to another machine,
   * which is refused otherwise: mounts would show its files, or nothing.
   */
  readonly sharesFiles?: boolean;
  readonly clock?: Clock;
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
  "DOCKER_CONTEXT",
  "DOCKER_CERT_PATH",
  "DOCKER_TLS_VERIFY",
  "CONTAINER_SSHKEY",
  "SSH_AUTH_SOCK",
];
const ASK_MS = 30_000;

/** A container for each program, made by the CLI of podman or docker and gone with it. */
export function containerEngine(options: ContainerEngineOptions): SandboxEngine {
  const { image = "", cli = "podman", cliArguments = [], processHost = localProcessHost() } = options;
  const env = chosen(options.environment ?? process.env);
  const ask = (...args: readonly string[]) =>
    runCommand(cli, [...cliArguments, ...args], { cwd: tmpdir(), env, timeoutMs: ASK_MS });
  const { sharesFiles = false, clock = systemClock } = options;
  const available = fresh(() => availability({ cli, image, env, sharesFiles, ask }), clock);
  // What a host that died has left is looked for once, by the first sandbox: no other moment needs containers at all.
  let swept: Promise<unknown> | undefined;

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
      if (!answer.available) throw unavailable(answer.reasons[0]);
      swept ??= removeOrphans(ask);
      await swept;
      const { limits = {} } = spec;
      const names = heldLimits(limits, answer.limits);
      const label = `nucleic.sandbox=${randomUUID()}`;
      await using undo = new AsyncDisposableStack();
      const network = await openNetwork(spec);
      undo.defer(() => network.close());
      const layout = await layoutOf({ ...spec, mounts: [...(spec.mounts ?? []), ...network.mounts] });
      const plan = { image, labels: [label, await ownerLabel()], layout, network: network.access, limits };
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

function unavailable(reason: UnavailableReason | undefined): SandboxError {
  const code = reason?.code === "filesElsewhere" ? "filesElsewhere" : "unavailable";
  return new SandboxError(code, reason?.message ?? code, reason && { hint: reason.hint });
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
