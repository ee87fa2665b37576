import { defineConfig, type Options } from "tsup";

/** The one way a package here is built: ESM for Node 22 and newer, with types. */
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
    ...options,
  });
