import { defineConfig, type Options } from "tsup";
import { thirdPartyNotices } from "./scripts/third-party.ts";

/**
 * The one way a package here is built: ESM for Node 22 and newer, with types. What `noExternal` names is built in, with
 * its licence: hundreds of small files take a process longer to load than one, ten times as long for kysely.
 */
export const lib = (options: Options = {}) =>
  defineConfig({
    entry: ["src/index.ts"],
    format: ["esm"],
    target: "node22",
    platform: "node",
    dts: true,
    sourcemap: true,
    clean: true,
    silent: true,
    esbuildPlugins: [thirdPartyNotices()],
    ...options,
  });
