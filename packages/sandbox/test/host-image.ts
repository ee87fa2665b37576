import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "@nucleic/process";
import { containerEngine, type SandboxEngine } from "../src/index.ts";

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
  readonly engine: SandboxEngine;
}

export async function hostImage(): Promise<HostImage> {
  const dir = await mkdtemp(join(tmpdir(), "nucleic-podman-"));
  const files = join(dir, "files");
  for (const name of ["proc", "dev", "sys", "tmp", "etc", "usr"])
    await mkdir(join(files, name), { recursive: true });
  for (const name of ["bin", "sbin", "lib", "lib64"]) await symlink(`usr/${name}`, join(files, name));
  await writeFile(join(dir, "containers.conf"), CONF);
  const environment = { ...process.env, CONTAINERS_CONF: join(dir, "containers.conf") };
  const env = { PATH: process.env.PATH ?? "", HOME: dir, CONTAINERS_CONF: environment.CONTAINERS_CONF };
  const storage = ["--root", join(dir, "root"), "--runroot", join(dir, "run"), "--storage-driver", "vfs"];
  const run = async (command: string, ...args: readonly string[]) => {
    const result = await runCommand(command, args, { cwd: dir, env });
    if (!result.ok) throw new Error(`${command} ${args.join(" ")}: ${result.stderr || result.cause}`);
  };
  await run("tar", "-C", files, "-cf", join(dir, "files.tar"), ".");
  await run("podman", ...storage, "import", "-q", join(dir, "files.tar"), IMAGE);
  const bare = containerEngine({ image: IMAGE, cliArguments: storage, environment });
  const system = ["/usr", "/etc/alternatives", "/etc/passwd"].map(
    (path) => ({ path, access: "read" }) as const,
  );
  return {
    engine: {
      ...bare,
      prepare: (spec) => bare.prepare({ ...spec, mounts: [...system, ...(spec.mounts ?? [])] }),
    },
    async [Symbol.asyncDispose]() {
      await run("podman", ...storage, "rm", "--all", "--force");
      await rm(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
