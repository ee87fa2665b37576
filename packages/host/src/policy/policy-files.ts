import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { autoPolicy, type Policy, PolicyError, type PolicySource } from "@nucleic/policy";

/** A policy file that is there and cannot be followed. */
export interface PolicyFault {
  readonly path: string;
  /** `file:line:column: what is wrong`. */
  readonly message: string;
  readonly hint: string | undefined;
}

/** What the policy files say together. */
export interface Policies {
  /** The user's own, the project's, and the base that they leave in place. */
  readonly sources: readonly PolicySource[];
  /** While there is one, nothing is allowed by policy. */
  readonly faults: readonly PolicyFault[];
}

/** The user's own policy file, and that of a project. Both are the user's data: none is taken from a repository. */
export function policyPaths(dataDir: string, projectId?: string): readonly string[] {
  const own = join(dataDir, "policy.json");
  return projectId === undefined ? [own] : [own, join(dataDir, "policies", `${projectId}.json`)];
}

/** Reads the files that are there. A file that is not there says nothing. */
export async function readPolicies(paths: readonly string[]): Promise<Policies> {
  // Schemas take long to load: only where there is a file to be read.
  if (!paths.some((path) => existsSync(path))) return { sources: [autoPolicy], faults: [] };
  const { parsePolicy } = await import("@nucleic/policy/file");
  return readPoliciesWith(parsePolicy, paths);
}

/** One file; nothing where there is none. */
export async function readPolicyFile(path: string): Promise<PolicySource | PolicyFault | undefined> {
  const { parsePolicy } = await import("@nucleic/policy/file");
  return readFileWith(parsePolicy, path);
}

/** The files are small, and read once a session. */
function readPoliciesWith(parse: (text: string) => Policy, paths: readonly string[]): Policies {
  const read = paths.map((path) => readFileWith(parse, path));
  const files = read.flatMap((one) => (one && "policy" in one ? [one] : []));
  const faults = read.flatMap((one) => (one && "message" in one ? [one] : []));
  const base = files.some(({ policy }) => policy.base === "ask") ? [] : [autoPolicy];
  return { sources: [...files, ...base], faults };
}

function readFileWith(parse: (text: string) => Policy, path: string): PolicySource | PolicyFault | undefined {
  try {
    const { mode } = statSync(path);
    if (process.platform !== "win32" && (mode & 0o022) !== 0)
      return { path, message: `${path}: others than you may write it`, hint: `chmod go-w ${path}` };
    return { name: nameOf(path), policy: parse(readFileSync(path, "utf8")) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    return faultOf(path, error);
  }
}

/** For the audit, and for the agent that is told why: where the data directory is, is none of its business. */
function nameOf(path: string): string {
  const folder = basename(dirname(path));
  return folder === "policies" ? `policies/${basename(path)}` : basename(path);
}

function faultOf(path: string, error: unknown): PolicyFault {
  if (!(error instanceof PolicyError))
    return { path, message: `${path}: ${error instanceof Error ? error.message : error}`, hint: undefined };
  const { line, column } = error.position ?? { line: 1, column: 1 };
  return { path, message: `${path}:${line}:${column}: ${error.message}`, hint: error.hint };
}
