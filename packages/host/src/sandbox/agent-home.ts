import { createHash } from "node:crypto";
import { access, mkdir, readdir, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runCommand } from "@nucleic/process";
import type { CredentialFile } from "@nucleic/protocol";
import type { SandboxMount } from "@nucleic/sandbox";

type Env = Readonly<Record<string, string | undefined>>;

/** The home of a confined agent. */
export interface AgentHome {
  /** Absolute. The agent's own sessions and settings are in it, and stay for when it is taken up again. */
  readonly path: string;
  readonly mounts: readonly SandboxMount[];
  /** The environment with this home, and with no variable that leads out of it. */
  readonly environment: Env;
}

export interface AgentHomeOptions {
  readonly dataDir: string;
  /** The agent's worktree: sessions that share it share the home, as they share what their agent knows. */
  readonly cwd: string;
  readonly env: Env;
  readonly credentials: readonly CredentialFile[];
}

const homesDir = (dataDir: string) => join(dataDir, "sandboxes");
const asideOf = (path: string) => `${path}.${process.pid}`;
const nameOf = (cwd: string) => createHash("sha256").update(cwd).digest("hex").slice(0, 24);

/**
 * Makes the home, or finds it. It is filled once, aside, before any agent has seen it, and never written to again from
 * outside: what an agent has put there could be links that lead anywhere.
 */
export async function agentHome(options: AgentHomeOptions): Promise<AgentHome> {
  const { dataDir, cwd, env, credentials } = options;
  const homes = homesDir(dataDir);
  await mkdir(homes, { recursive: true, mode: 0o700 });
  const path = join(await realpath(homes), nameOf(cwd));
  const files = await loginFiles(env, credentials);
  if (!(await isThere(path))) await fill(path, { cwd, env, files });
  const without = Object.fromEntries(
    credentials.flatMap(({ folderEnv }) => (folderEnv === undefined ? [] : [[folderEnv, undefined]])),
  );
  return {
    path,
    mounts: [
      { path, access: "write" },
      ...files.map(({ real }): SandboxMount => ({ path: real, access: "read" })),
    ],
    environment: { ...env, ...without, HOME: path },
  };
}

/**
 * Removes the homes of worktrees that no session has any more. Which ones there are is read first: a session that begins
 * meanwhile has its home made later, or is in the list. Gives how many.
 */
export async function removeHomesBut(
  dataDir: string,
  worktrees: () => Promise<readonly string[]>,
): Promise<number> {
  const homes = homesDir(dataDir);
  const names = await readdir(homes).catch(() => []);
  const kept = new Set((await worktrees()).map(nameOf));
  const gone = names.filter((name) => !kept.has(name) && !name.endsWith(asideOf("")));
  for (const name of gone) await rm(join(homes, name), { recursive: true, force: true });
  return gone.length;
}

interface LoginFile {
  /** In the agent's home. */
  readonly place: string;
  /** Of the user's own. */
  readonly real: string;
}

async function loginFiles(env: Env, credentials: readonly CredentialFile[]): Promise<readonly LoginFile[]> {
  const found = credentials.map(async ({ folder, folderEnv, file }): Promise<LoginFile[]> => {
    const moved = folderEnv === undefined ? undefined : env[folderEnv];
    const from = moved || (env.HOME && join(env.HOME, folder));
    const real = from ? await realpath(join(from, file)).catch(() => undefined) : undefined;
    return real === undefined ? [] : [{ place: join(folder, file), real }];
  });
  return (await Promise.all(found)).flat();
}

interface Filling {
  readonly cwd: string;
  readonly env: Env;
  readonly files: readonly LoginFile[];
}

/** The login as links to what is mounted, so that a program that renews it writes into this home alone. */
async function fill(path: string, { cwd, env, files }: Filling): Promise<void> {
  const aside = asideOf(path);
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { mode: 0o700 });
  for (const { place, real } of files) {
    await mkdir(dirname(join(aside, place)), { recursive: true, mode: 0o700 });
    await symlink(real, join(aside, place));
  }
  await writeFile(join(aside, ".gitconfig"), await gitIdentity(cwd, env), { mode: 0o600 });
  await rename(aside, path);
}

/** Who commits, and nothing else of the user's git settings: they may hold helpers and tokens. */
async function gitIdentity(cwd: string, env: Env): Promise<string> {
  const given = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const setting = async (key: string) => {
    const result = await runCommand("git", ["config", "--get", key], { cwd, env: Object.fromEntries(given) });
    return result.ok ? result.stdout.toString("utf8").trim() : "";
  };
  const lines = [];
  for (const key of ["name", "email"] as const) {
    const value = await setting(`user.${key}`);
    if (value !== "") lines.push(`\t${key} = ${JSON.stringify(value)}`);
  }
  return lines.length === 0 ? "" : `[user]\n${lines.join("\n")}\n`;
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
