import { containerPrograms } from "./containers.ts";
import type { ProgramFacts } from "./facts.ts";
import { filePrograms } from "./files.ts";
import { gitPrograms } from "./git.ts";
import { networkPrograms } from "./network.ts";
import { packagePrograms } from "./packages.ts";
import { shellPrograms } from "./shell-builtins.ts";
import { systemPrograms } from "./system.ts";

const programs: ReadonlyMap<string, ProgramFacts> = new Map(
  [
    systemPrograms,
    packagePrograms,
    networkPrograms,
    containerPrograms,
    gitPrograms,
    filePrograms,
    shellPrograms,
  ].flatMap((table) => Object.entries(table)),
);

/** What is known of a program, by its name without folders. */
export function findProgram(name: string): ProgramFacts | undefined {
  return programs.get(name) ?? programs.get(name.replace(/[\d.]+$/, ""));
}
