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
  readonly #root: string;
  readonly #active: boolean;

  /** @param root the worktree's real path */
  constructor(root: string, active: boolean) {
    this.#root = root;
    this.#active = active;
  }

  /** An allow, or undefined where a person has to say. */
  async answer(toolName: string, input: unknown): Promise<PermissionReply | undefined> {
    if (!this.#active || typeof input !== "object" || input === null) return undefined;
    const allow: PermissionReply = { behavior: "allow", updatedInput: { ...input } };
    if (HARMLESS.has(toolName)) return allow;
    const field = READS[toolName];
    if (field === undefined) return undefined;
    const path = (input as Readonly<Record<string, unknown>>)[field] ?? (toolName === "Read" ? undefined : ".");
    return typeof path === "string" && (await this.#contains(path)) ? allow : undefined;
  }

  /** Whether it is there, and inside once every link on the way is followed. */
  async #contains(path: string): Promise<boolean> {
    const real = await realpath(isAbsolute(path) ? path : join(this.#root, path)).catch(() => undefined);
    return real !== undefined && (real === this.#root || real.startsWith(this.#root + sep));
  }
}
