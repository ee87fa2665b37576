import type { AgentBackend, SessionSpec } from "@nucleic/protocol";
import { throwawayRepository } from "./repository.ts";
import { sessionSpec } from "./session.ts";

/** What a bench is made of. It owns the model and the home, and gives them back. */
export interface BenchParts<M> {
  readonly backend: AgentBackend;
  /** `ScriptedModel` of @nucleic/lab fits. */
  readonly model: M;
  /** The agent's environment with a throwaway home. `environment()` of a `realCli` of @nucleic/lab fits. */
  readonly clean: CleanHome;
  /** What the worktree is called. */
  readonly folder?: string | undefined;
}

/** A throwaway home, and an environment that knows no other. */
export interface CleanHome extends AsyncDisposable {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

/** An agent, a model, a throwaway home and a worktree. */
export interface Bench<M> extends AsyncDisposable {
  readonly backend: AgentBackend;
  readonly model: M;
  /** The worktree's real path: an empty git repository. */
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** The spec of a new session in the worktree: see {@link sessionSpec}. */
  spec(more?: Partial<SessionSpec>): SessionSpec;
}

/** Makes the worktree. On disposal the model goes first: no request of a program that is still at it is answered. */
export async function openBench<M extends { close(): Promise<void> }>({
  backend,
  model,
  clean,
  folder,
}: BenchParts<M>): Promise<Bench<M>> {
  const { home, env } = clean;
  const repository = await throwawayRepository(home, folder);
  return {
    backend,
    model,
    cwd: repository.path,
    home,
    env,
    spec: (more) => sessionSpec(repository.path, more),
    async [Symbol.asyncDispose]() {
      await model.close();
      await clean[Symbol.asyncDispose]();
      await repository[Symbol.asyncDispose]();
    },
  };
}
