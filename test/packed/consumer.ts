import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";

/** The repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A folder outside the workspace that has installed the packages as a stranger would: from their tarballs, with npm. */
export interface Consumer extends AsyncDisposable {
  readonly dir: string;
  readonly packages: readonly string[];
}

/** Packs every package and app that is published and installs the tarballs, with `extra` from the registry beside them. */
export async function consumer(extra: Record<string, string> = {}): Promise<Consumer> {
  const dir = await mkdtemp(join(tmpdir(), "nucleic packed "));
  const tarballs = join(dir, "tarballs");
  await mkdir(tarballs);
  const sources = await publishable();
  for (const { path } of sources)
    await execa("pnpm", ["pack", "--pack-destination", tarballs], { cwd: path });
  const files = await readdir(tarballs);
  const dependencies: Record<string, string> = { ...extra };
  for (const { name } of sources) {
    const file = files.find((f) => f.startsWith(`${name.slice(1).replace("/", "-")}-`) && f.endsWith(".tgz"));
    dependencies[name] = `file:tarballs/${file}`;
  }
  await writeFile(join(dir, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }));
  await npm(["install", "--no-audit", "--no-fund", "--loglevel=error"], dir);
  return {
    dir,
    packages: sources.map((s) => s.name),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  };
}

/** Puts an example of the repository into the consumer's folder and answers its path there. Its links to the workspace stay behind. */
export async function addExample(to: Consumer, name: string): Promise<string> {
  const path = join(to.dir, name);
  const filter = (source: string) => basename(source) !== "node_modules";
  await cp(join(root, "examples", name), path, { recursive: true, filter });
  return path;
}

/** The oldest Node.js that the packages promise to run on, from the npm registry, checked against its pinned digest. */
export async function oldestNode(): Promise<string> {
  const pins = JSON.parse(await readFile(join(root, "scripts/tools.json"), "utf8")) as {
    oldestNode: string;
    integrity: Record<string, string>;
  };
  const name = `node-${process.platform}-${process.arch}`;
  const home = join(root, ".tools", `node-${pins.oldestNode}`);
  const bin = join(home, "node_modules", name, "bin/node");
  const has = await execa(bin, ["--version"], { reject: false });
  if (has.stdout === `v${pins.oldestNode}`) return bin;
  const fresh = `${home}.${process.pid}`;
  await mkdir(fresh, { recursive: true });
  await writeFile(join(fresh, "package.json"), '{"private":true}\n');
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await npm(["install", ...flags, `${name}@${pins.oldestNode}`], fresh);
  const lock = JSON.parse(await readFile(join(fresh, "node_modules/.package-lock.json"), "utf8")) as {
    packages: Record<string, { integrity: string }>;
  };
  const got = lock.packages[`node_modules/${name}`]?.integrity;
  if (got !== pins.integrity[`${name}@${pins.oldestNode}`])
    throw new Error(`${name}: ${got} is not the pinned digest`);
  await rm(home, { recursive: true, force: true });
  await rename(fresh, home);
  return bin;
}

async function publishable(): Promise<{ name: string; path: string }[]> {
  const out: { name: string; path: string }[] = [];
  for (const group of ["packages", "apps"])
    for (const entry of await readdir(join(root, group))) {
      const path = join(root, group, entry);
      const manifest = JSON.parse(await readFile(join(path, "package.json"), "utf8")) as {
        name: string;
        private?: boolean;
      };
      if (!manifest.private) out.push({ name: manifest.name, path });
    }
  return out;
}

// npm's own settings of the run that started the tests must not leak into the consumer's.
async function npm(args: readonly string[], cwd: string): Promise<void> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([k]) => !/^npm_/i.test(k) || /registry|cafile|proxy/i.test(k)),
  );
  await execa("npm", args, { cwd, env, extendEnv: false });
}
