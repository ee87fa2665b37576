import { tmpdir } from "node:os";
import { findExecutable, localProcessHost, runCommand } from "@nucleic/process";
import { layoutOf, withReads } from "../confine/layout.ts";
import { SandboxError } from "../error.ts";
import { availableLimits, openLimits } from "../limits/limits.ts";
import { openNetwork } from "../network/open-network.ts";
import type { SandboxEngineOptions } from "../none.ts";
import { OpenSandbox } from "../open-sandbox.ts";
import type { Availability, SandboxEngine, UnavailableReason } from "../types.ts";
import { bwrapArguments } from "./arguments.ts";
import { launched } from "./launch.ts";
import { systemBinds } from "./system-binds.ts";

/** How long a sandbox that runs `true` may take: it takes some 20 ms. */
const TRY_MS = 10_000;

/**
 * Bubblewrap 0.8 or newer, on Linux: namespaces of the kernel, no image, no daemon. Files, processes and, where the spec
 * says so, the network of this machine are out of reach; the kernel is shared.
 */
export function lightEngine({ processHost = localProcessHost() }: SandboxEngineOptions = {}): SandboxEngine {
  return {
    name: "light",
    available: async () => availabilityOf(await reasonAgainst()),
    async prepare(spec) {
      const reason = await reasonAgainst();
      if (reason) throw new SandboxError("unavailable", reason.message, { hint: reason.hint });
      const bwrap = (await findBwrap()) ?? "bwrap";
      await using undo = new AsyncDisposableStack();
      const network = await openNetwork(spec);
      undo.defer(() => network.close());
      const layout = await layoutOf({ ...spec, mounts: [...(spec.mounts ?? []), ...network.mounts] });
      const system = await systemBinds();
      const limits = await openLimits(spec.limits ?? {});
      undo.defer(() => limits.close());
      const held = undo.move();
      const launch = {
        bwrap,
        arguments: (reads: readonly string[]) =>
          bwrapArguments(withReads(layout, reads), network.access, system),
        joinFiles: limits.joinFiles,
      };
      return new OpenSandbox({
        engine: "light",
        processHost,
        inside: (process) => launched(network.through(process), launch),
        confinement: { files: true, processes: true, ...network.confinement, limits: limits.names },
        limitHits: () => limits.hits(),
        release: () => held.disposeAsync(),
      });
    },
  };
}

async function availabilityOf(reason: UnavailableReason | undefined): Promise<Availability> {
  if (reason) return { available: false, reasons: [reason] };
  return { available: true, limits: await availableLimits() };
}

const findBwrap = () => findExecutable("bwrap");

async function reasonAgainst(): Promise<UnavailableReason | undefined> {
  if (process.platform !== "linux")
    return {
      code: "platform",
      message: "bubblewrap runs on Linux alone",
      hint: "use the container engine",
    };
  const bwrap = await findBwrap();
  if (bwrap === undefined)
    return {
      code: "programMissing",
      message: "bubblewrap is not installed",
      hint: "apt install bubblewrap, dnf install bubblewrap",
    };
  return tried(bwrap);
}

/** Containers and hardened kernels refuse user namespaces: only trying tells. */
async function tried(bwrap: string): Promise<UnavailableReason | undefined> {
  const layout = { worktree: "/", home: "/tmp/home", scratchBytes: 4096, binds: [] };
  const program = ["--", "/usr/bin/env", "--default-signal=INT,TERM", "true"];
  const args = [...bwrapArguments(layout, "off", await systemBinds()), ...program];
  const env = { PATH: process.env.PATH ?? "" };
  const result = await runCommand(bwrap, args, { cwd: tmpdir(), env, timeoutMs: TRY_MS });
  if (result.ok) return undefined;
  return {
    code: "refused",
    message: `bubblewrap can't confine here: ${result.stderr.trim() || result.cause}`,
    hint: "allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0); bubblewrap must be 0.8 or newer and coreutils 8.31 or newer",
  };
}
