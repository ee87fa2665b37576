import { type NpmLayout, nativeProgram } from "@nucleic/adapter-kit";
import { findExecutable } from "@nucleic/process";

/** The environment variable that names the program outright. */
export const EXECUTABLE_ENV = "NUCLEIC_CODEX";

const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: "unknown-linux-musl",
  android: "unknown-linux-musl",
  darwin: "apple-darwin",
  win32: "pc-windows-msvc",
};
const PROCESSORS: Readonly<Record<string, string>> = { x64: "x86_64", arm64: "aarch64" };

/** The program, by option, `NUCLEIC_CODEX`, or PATH; past npm's launcher where that is what was found. */
export async function findCodex(
  executable: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const found = await findExecutable(executable ?? (env[EXECUTABLE_ENV] || "codex"), env);
  return found === undefined ? undefined : await nativeProgram(found, npmLayout());
}

/**
 * Where npm's `@openai/codex` has its program (0.171.0):
 * `@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex`, or the same under the launcher's own `vendor`.
 */
export function npmLayout(
  platform: NodeJS.Platform = process.platform,
  processor: string = process.arch,
): NpmLayout {
  const packageName = "@openai/codex";
  const system = SYSTEMS[platform];
  const target = PROCESSORS[processor];
  if (system === undefined || target === undefined) return { packageName, natives: [] };
  const path = `vendor/${target}-${system}/bin/codex${platform === "win32" ? ".exe" : ""}`;
  const scope = platform === "android" ? "linux" : platform;
  return {
    packageName,
    natives: [
      { packageName: `${packageName}-${scope}-${processor}`, path },
      { packageName, path },
    ],
  };
}
