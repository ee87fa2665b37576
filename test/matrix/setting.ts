import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { knownClis, realCli, type ScriptedModel, scriptedModel } from "@nucleic/lab";
import { killRun, runCommand } from "@nucleic/process";
import { createIds, systemClock } from "@nucleic/protocol";
import type { ContractSetting, Reply } from "@nucleic/protocol/testing";
import type { Installed, MatrixCli } from "./clis.ts";

/** What a setting begins with. */
export interface SettingOptions {
  readonly replies: readonly Reply[];
  /** Of the repository, by path relative to it. */
  readonly files?: Readonly<Record<string, string>>;
  /** The provider gives its first reply to every request, until it recovers. */
  readonly fails?: true;
}

/** A real CLI in an empty repository of its own, with a model that plays one scenario. */
export interface MatrixSetting extends ContractSetting {
  readonly model: ScriptedModel;
  readonly installed: Installed;
  /** Ends what `fails` began: the next request gets the second reply. */
  recover(): void;
  /** The repository's own files by name, but for git's. */
  files(): Promise<ReadonlyMap<string, string>>;
  /** Resolves once a file of the CLI's home holds those words. */
  kept(words: string): Promise<void>;
  /** Kills every process of the run as the system would. */
  kill(): Promise<void>;
}

export async function openSetting(matrixCli: MatrixCli, options: SettingOptions): Promise<MatrixSetting> {
  await using stack = new AsyncDisposableStack();
  const cli = await realCli(matrixCli.cli, matrixCli.version);
  const failing = options.fails ? options.replies[0] : undefined;
  let failed = failing !== undefined;
  const model = stack.use(
    await scriptedModel({
      api: knownClis[matrixCli.cli].api,
      scenario: { name: "matrix", replies: failing ? options.replies.slice(1) : options.replies },
      reply: ({ kind }) => (failed && kind === "main" ? failing : undefined),
    }),
  );
  const clean = stack.use(await cli.environment({ baseUrl: model.url }));
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "nucleic-matrix-")));
  // What has just been killed may still be writing into it.
  stack.defer(() => rm(cwd, { recursive: true, force: true, maxRetries: 5 }));
  await runCommand("git", ["init", "-q"], { cwd, env: { PATH: process.env.PATH ?? "", HOME: clean.home } });
  for (const [path, text] of Object.entries(options.files ?? {})) await writeFile(join(cwd, path), text);
  const runId = crypto.randomUUID();
  const readText = (path: string) => readFile(join(cwd, path), "utf8").catch(() => undefined);
  const resources = stack.move();
  const installed: Installed = { executable: cli.path, environment: clean.env };
  return {
    backend: matrixCli.backend(installed),
    installed,
    spec: {
      ...{ sessionId: createIds(systemClock).session(), cwd, runId, env: {}, trusted: true },
      ...{ approvalPolicy: "interactive", verbosity: "full" },
    },
    model,
    gates: { open: (name) => model.openGate(name), reached: (name) => model.gateReached(name) },
    requests: () => model.requests.main.map(({ body }) => JSON.stringify(body)),
    readFile: readText,
    recover: () => {
      failed = false;
    },
    async files() {
      const names = (await readdir(cwd)).filter((name) => name !== ".git");
      const texts = await Promise.all(
        names.map(async (name) => [name, (await readText(name)) ?? ""] as const),
      );
      return new Map(texts);
    },
    async kept(words) {
      while (!(await isKept(clean.home, words))) await systemClock.sleep(50);
    },
    // All of it: which of a run's processes is the program itself, the process table does not say.
    kill: async () => void (await killRun(runId, { graceMs: 0 })),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Whether any file below a folder holds those words. What goes away meanwhile does not. */
async function isKept(folder: string, words: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => undefined);
    if (bytes?.includes(words)) return true;
  }
  return false;
}
