import { type NpmLayout, nativeProgram } from "@nucleic/adapter-kit";
import { findExecutable } from "@nucleic/process";

/** The environment variable that names the program outright. */
export const EXECUTABLE_ENV = "NUCLEIC_CLAUDE";

// The install script of the package normally puts the program in the launcher's place; not where scripts were not run.
const LAYOUT: NpmLayout = {
  packageName: "@anthropic-ai/claude-code",
  natives: ["", "-musl"].map((libc) => ({
    packageName: `@anthropic-ai/claude-code-${process.platform}-${process.arch}${libc}`,
    path: "claude",
  })),
};

/** The program, by option, `NUCLEIC_CLAUDE`, or PATH. */
export async function findClaude(
  executable: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const found = await findExecutable(executable ?? (env[EXECUTABLE_ENV] || "claude"), env);
  return found === undefined ? undefined : await nativeProgram(found, LAYOUT);
}
