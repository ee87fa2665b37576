import { realpath } from "node:fs/promises";
import { isAbsolute, join, sep } from "node:path";
import type { PermissionReply } from "../approval/decision.ts";

/** Touch nothing but the CLI's own list of things to do; never asked about by itself. */
const HARMLESS = new Set(["TaskCreate", "TaskGet", "TaskList", "TaskUpdate", "TodoWrite", "ToolSearch"]);
/** The field of each reading tool that says where it reads. */
const READS: Readonly<Record<string, string>> = { Read: "file_path", Glob: "path", Grep: "path" };

/**
 * Answers for reads inside the worktree, where a rule of ours made the CLI ask about everything. By itself it never asks
 * about these; nobody shall be bothered with them because of a rule that is there for others.
 */
export class ReadAnswerer {
  readonly #roots: readonly string[];
  readonly #active: boolean;

  /** @param roots real paths: the worktree, then the folders that were added to it */
  constructor(roots: readonly string[], active: boolean) {
    this.#roots = roots;
    this.#active = active;
  }

  /** An allow, or undefined where a person has to say. */
  async answer(toolName: string, input: unknown): Promise<PermissionReply | undefined> {
    if (!this.#active || typeof input !== "object" || input === null) return undefined;
    const allow: PermissionReply = { behavior: "allow", updatedInput: { ...input } };
    if (HARMLESS.has(toolName)) return allow;
    const field = READS[toolName];
    if (field === undefined) return undefined;
    const path =
      (input as Readonly<Record<string, unknown>>)[field] ?? (toolName === "Read" ? undefined : ".");
    return typeof path === "string" && (await this.#contains(path)) ? allow : undefined;
  }

  /** Whether it is there, and inside once every link on the way is followed. */
  async #contains(path: string): Promise<boolean> {
    const full = isAbsolute(path) ? path : join(this.#roots[0] ?? sep, path);
    const real = await realpath(full).catch(() => undefined);
    return real !== undefined && this.#roots.some((root) => real === root || real.startsWith(root + sep));
  }
}
