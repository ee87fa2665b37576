import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LabError } from "../lab-error.ts";
import { installPackage, type PackageInstall } from "./install-package.ts";

let cache: string;
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), "lab-install-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(cache, { recursive: true, force: true });
});

// A package of a few kilobytes, without dependencies.
const install = (change: Partial<PackageInstall> = {}) =>
  installPackage({
    packageName: "ms",
    version: "2.1.3",
    folder: join(cache, "2.1.3"),
    verify: async () => {},
    ...change,
  });

const network = { timeout: 60_000 };

test("installs exactly that version, and does nothing where it is there already", network, async () => {
  const verify = vi.fn(async () => {});
  await install({ verify });
  await install({ verify });
  expect(verify).toHaveBeenCalledOnce();
  const manifest = await readFile(join(cache, "2.1.3/node_modules/ms/package.json"), "utf8");
  expect(JSON.parse(manifest)).toMatchObject({ name: "ms", version: "2.1.3" });
});

test("several at once all succeed, and leave one folder", network, async () => {
  const together = Promise.withResolvers<void>();
  let verifying = 0;
  // Held until all stand before the last step, so that they do race for it.
  const verify = () => {
    if (++verifying === 3) together.resolve();
    return together.promise;
  };
  await Promise.all([install({ verify }), install({ verify }), install({ verify })]);
  expect(await readdir(cache)).toEqual(["2.1.3"]);
});

test(
  "what a killed install has left is removed after a day, what another one works on is not",
  network,
  async () => {
    const leave = async (name: string, ageMs: number) => {
      await mkdir(join(cache, name));
      const at = ((await stat(cache)).mtimeMs - ageMs) / 1000;
      await utimes(join(cache, name), at, at);
    };
    await leave(".installing-old", 25 * 60 * 60 * 1000);
    await leave(".installing-new", 60 * 60 * 1000);
    await install();
    expect((await readdir(cache)).sort()).toEqual([".installing-new", "2.1.3"]);
  },
);

const failures: readonly [string, Partial<PackageInstall>, Record<string, string>, LabError["code"]][] = [
  ["there is no such version", { version: "2.1.99999" }, {}, "installFailed"],
  [
    "the registry cannot be reached",
    {},
    { npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "0", npm_config_cache: "EMPTY" },
    "installFailed",
  ],
  ["there is no npm", {}, { PATH: "/nonexistent" }, "npmMissing"],
  [
    "what was installed is not good",
    {
      verify: async () => {
        throw new LabError("wrongVersion", "not good");
      },
    },
    {},
    "wrongVersion",
  ],
];

test.for(failures)("says so and leaves nothing where %s", network, async ([, change, env, code]) => {
  const npmCache = await mkdtemp(join(tmpdir(), "lab-npm-cache-"));
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value === "EMPTY" ? npmCache : value);
  await expect(install(change)).rejects.toMatchObject({ name: "LabError", code });
  expect(await readdir(cache)).toEqual([]);
  await rm(npmCache, { recursive: true });
});

test("an abort ends it and leaves nothing", network, async () => {
  await expect(install({ signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
  expect(await readdir(cache)).toEqual([]);
});
