import { join } from "node:path";
import type { Finding } from "./finding.ts";
import { inspectClaudeDir, inspectFile, inspectRepository } from "./inspect.ts";

/** What a run's own settings have to say so that nothing the CLI loads can answer in our stead. */
export interface Gate {
  /** `permissions.ask`, which beats any allow. */
  readonly ask: readonly string[];
  readonly disableHooks: boolean;
  /**
   * Reads inside the worktree are asked about only because of `ask`, and may be answered without a person. Not so where
   * the user has ask rules of their own: which rule made the CLI ask, it does not always say.
   */
  readonly answerReads: boolean;
}

/** The folders of the user's own `.claude` that can widen anything. The others hold history and caches. */
const USER_FOLDERS = ["skills", "commands", "agents"];

/**
 * Keeps every gated tool asking, whatever the settings in play allow.
 *
 * Asked about everything (`ask: ["*"]`), a person would be bothered for each `ls`, which the CLI itself lets through. So:
 * where nothing in play widens anything, no rule at all. Allow rules are mirrored word for word as ask rules, which win.
 * What no rule can mirror (a PreToolUse hook that allows, a skill's `allowed-tools`, a subagent's `permissionMode`, a
 * plugin, a setting we do not know) makes it `*`. A PermissionRequest hook answers beside us and beats every rule, so
 * then hooks are off; so they are for a repository nobody has trusted. Measured on 2.1.197 and 2.1.332.
 */
export async function gateFor(options: {
  readonly userDir: string;
  readonly cwd: string;
  readonly trusted: boolean;
}): Promise<Gate> {
  const user = await Promise.all([
    inspectFile(options.userDir, "settings.json"),
    ...USER_FOLDERS.map((folder) => inspectClaudeDir(options.userDir, folder)),
  ]);
  const loaded = options.trusted ? [...user, await inspectRepository(options.cwd)] : user;
  return gateOf(
    loaded.flatMap((part) => part.findings),
    options.trusted,
  );
}

/** The pure part of {@link gateFor}. */
export function gateOf(findings: readonly Finding[], trusted: boolean): Gate {
  const disableHooks = !trusted || findings.some((found) => found.widens === "answers");
  // The switch is for hooks of settings files; of a hook in a front matter we do not know.
  const off = (found: Finding) => disableHooks && found.kind === "hook" && found.file.endsWith(".json");
  const effective = findings.filter((found) => !off(found));
  const any = effective.some((found) => found.widens === "any" || found.widens === "answers");
  const ask = any ? ["*"] : [...new Set(effective.flatMap((found) => found.rule ?? []))];
  const answerReads = ask.length > 0 && !findings.some((found) => found.widens === "narrows");
  return { ask, disableHooks, answerReads };
}

/** Where Claude Code keeps the user's own settings, as the environment of the run says. */
export function userConfigDir(env: Readonly<Record<string, string>>): string {
  return env.CLAUDE_CONFIG_DIR ?? join(env.HOME ?? "/", ".claude");
}
