import { runCommand } from "@nucleic/process";
import type { Reply } from "@nucleic/protocol/testing";
import { knownClis, type ModelRequest, type ReplyFunction, realCli, scriptedModel } from "../src/index.ts";
import { workingFolder } from "../src/record/working-folder.ts";

/** One run of `codex exec --json`. */
export interface ExecRun {
  readonly replies?: readonly Reply[];
  readonly subagentReplies?: readonly Reply[];
  readonly reply?: ReplyFunction;
  /** Before `exec`. */
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files of the working folder, by path relative to it. */
  readonly files?: Readonly<Record<string, string>>;
}

export type Fields = Readonly<Record<string, unknown>>;

/** What came of it. */
export interface ExecResult extends AsyncDisposable {
  readonly cwd: string;
  readonly code: number | undefined;
  readonly events: readonly Fields[];
  /** Items that were completed, without their ids. */
  readonly items: readonly Fields[];
  readonly requests: readonly ModelRequest[];
}

/** Runs the real Codex in a sandbox that may write in the working folder, with nobody to ask. */
export async function codexExec(version: string, run: ExecRun): Promise<ExecResult> {
  const codex = await realCli("codex", version);
  await using model = await scriptedModel({
    api: knownClis.codex.api,
    scenario: {
      name: "exec",
      replies: run.replies ?? [],
      ...(run.subagentReplies && { subagentReplies: run.subagentReplies }),
    },
    ...(run.reply && { reply: run.reply }),
  });
  await using place = await codex.environment({ baseUrl: model.url, ...(run.env && { extra: run.env }) });
  await using stack = new AsyncDisposableStack();
  const { path: cwd } = stack.use(await workingFolder(run.files ?? {}));
  const args = ["exec", "--json", "--skip-git-repo-check", "-s", "workspace-write", "Do it."];
  const ran = await runCommand(codex.path, [...(run.flags ?? []), ...args], { cwd, env: place.env });
  const events: Fields[] = ran.stdout
    .toString("utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const resources = stack.move();
  return {
    cwd,
    code: ran.code,
    events,
    items: events.flatMap(({ type, item }) => (type === "item.completed" ? [withoutId(item)] : [])),
    requests: [...model.requests],
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function withoutId(item: unknown): Fields {
  const fields: Fields = typeof item === "object" && item !== null ? { ...item } : {};
  const { id: _, ...rest } = fields;
  return rest;
}
