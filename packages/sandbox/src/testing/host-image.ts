import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "@nucleic/process";
import { exists } from "../confine/bind.ts";
import { type ContainerEngineOptions, containerEngine } from "../container/engine.ts";
import type { SandboxEngine, SandboxMount } from "../types.ts";

const IMAGE = "localhost/nucleic-host:1";
const CONF = `[engine]
runtime="runc"
cgroup_manager="cgroupfs"
events_logger="file"
[containers]
default_ulimits=["nofile=1024:4096", "nproc=4096:4096"]
netns="none"
`;

/** Podman with a storage of its own and an image of empty folders: programs come from this machine, by a mount. */
export interface HostImage extends AsyncDisposable {
  /** Shows the system of this machine inside, which the image has not. */
  readonly engine: SandboxEngine;
  readonly image: string;
  /** The system, for who makes an engine of their own. */
  readonly mounts: readonly SandboxMount[];
  /** Variables by which podman finds the storage and its settings. */
  readonly environment: Readonly<Record<string, string>>;
  /** An engine like the other, made with what else is said. */
  engineWith(more: Partial<ContainerEngineOptions>): SandboxEngine;
  /** Runs podman there, and gives what it says. */
  podman(...args: readonly string[]): Promise<string>;
}

/** Needs podman and runc, as root or as a user with subordinate ids. */
export async function hostImage(): Promise<HostImage> {
  const dir = await mkdtemp(join(tmpdir(), "nucleic-podman-"));
  await writeFile(join(dir, "containers.conf"), CONF);
  await writeFile(join(dir, "storage.conf"), storageOf(dir));
  const environment = {
    CONTAINERS_CONF: join(dir, "containers.conf"),
    CONTAINERS_STORAGE_CONF: join(dir, "storage.conf"),
  };
  const env = { PATH: process.env.PATH ?? "", HOME: dir, ...environment };
  const run = async (command: string, ...args: readonly string[]) => {
    const result = await runCommand(command, args, { cwd: dir, env });
    if (!result.ok) throw new Error(`${command} ${args.join(" ")}: ${result.stderr || result.cause}`);
    return result.stdout.toString("utf8").trim();
  };
  await run("tar", "-C", await emptyFolders(dir), "-cf", join(dir, "files.tar"), ".");
  await run("podman", "import", "-q", join(dir, "files.tar"), IMAGE);
  const mounts = await systemMounts();
  const engineWith = (more: Partial<ContainerEngineOptions>): SandboxEngine => {
    const bare = containerEngine({ image: IMAGE, environment: { ...process.env, ...environment }, ...more });
    return {
      ...bare,
      prepare: (spec) => bare.prepare({ ...spec, mounts: [...mounts, ...(spec.mounts ?? [])] }),
    };
  };
  return {
    ...{ image: IMAGE, mounts, environment, engineWith, engine: engineWith({}) },
    podman: (...args) => run("podman", ...args),
    async [Symbol.asyncDispose]() {
      await run("podman", "rm", "--all", "--force", "--time", "0");
      await rm(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const storageOf = (dir: string): string =>
  `[storage]\ndriver="vfs"\ngraphroot="${join(dir, "root")}"\nrunroot="${join(dir, "run")}"\n`;

async function emptyFolders(dir: string): Promise<string> {
  const files = join(dir, "files");
  for (const name of ["proc", "dev", "sys", "tmp", "etc", "usr"])
    await mkdir(join(files, name), { recursive: true });
  for (const name of ["bin", "sbin", "lib", "lib64"]) await symlink(`usr/${name}`, join(files, name));
  return files;
}

async function systemMounts(): Promise<readonly SandboxMount[]> {
  const paths = ["/usr", "/etc/alternatives", "/etc/passwd"];
  const there = await Promise.all(paths.map(exists));
  return paths.filter((_, at) => there[at]).map((path) => ({ path, access: "read" }));
}
