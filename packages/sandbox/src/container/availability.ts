import { type CommandResult, decodeUtf8, findExecutable } from "@nucleic/process";
import type { Availability, SandboxLimitName, UnavailableReason } from "../types.ts";

/** What is asked of the CLI before anything is made. */
export interface Asking {
  readonly cli: "podman" | "docker";
  readonly image: string;
  readonly env: Readonly<Record<string, string>>;
  /** The containers' machine sees the files of this one at their own paths. */
  readonly sharesFiles: boolean;
  ask(...args: readonly string[]): Promise<CommandResult>;
}

export const ALL_LIMITS: readonly SandboxLimitName[] = ["memoryBytes", "processes", "cpus"];

/** Whether containers can be started, and which limits hold for them. */
export async function availability({ cli, image, env, sharesFiles, ask }: Asking): Promise<Availability> {
  const not = (code: UnavailableReason["code"], message: string, hint: string): Availability => ({
    available: false,
    reasons: [{ code, message, hint }],
  });
  if ((await findExecutable(cli, env)) === undefined)
    return not("programMissing", `${cli} is not installed`, `install ${cli}`);
  if (image === "")
    return not("refused", "no image was chosen", "set NUCLEIC_SANDBOX_IMAGE to one that is here already");
  const info = await ask("info", "--format", INFO[cli]);
  if (!info.ok)
    return not("refused", `${cli} does not answer: ${info.stderr.trim() || info.cause}`, `${cli} info`);
  const told = decodeUtf8(info.stdout).trim();
  if (!sharesFiles && (await isElsewhere({ cli, env, ask }, told)))
    return not(
      "filesElsewhere",
      `${cli} starts containers on another machine, which has not the files of this one`,
      "set NUCLEIC_SANDBOX_SHARED=1 where that machine has the worktrees at the same paths",
    );
  const found = await ask("image", "inspect", "--format", "{{.Id}}", image);
  if (!found.ok) return not("refused", `there is no image ${image}`, `${cli} pull ${image}`);
  // Podman passes over limits that a user may not set in version 1, with a warning alone.
  return { available: true, limits: told.startsWith("true v1") ? [] : ALL_LIMITS };
}

const INFO = {
  podman: "{{.Host.Security.Rootless}} {{.Host.CgroupsVersion}} {{.Host.ServiceIsRemote}}",
  docker: "{{.CgroupVersion}}",
};

/** A mount names a path of the machine that the containers are on. A socket of this machine leads to none other. */
async function isElsewhere(
  { cli, env, ask }: Pick<Asking, "cli" | "env" | "ask">,
  told: string,
): Promise<boolean> {
  if (cli === "podman") return told.endsWith(" true") && !env.CONTAINER_HOST?.startsWith("unix:");
  const context = await ask("context", "inspect", "--format", "{{.Endpoints.docker.Host}}");
  const host = env.DOCKER_HOST ?? decodeUtf8(context.stdout).trim();
  return host !== "" && !/^(unix|npipe):/.test(host);
}
