import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentBackend } from "@nucleic/protocol";
import type { SessionEvent } from "@nucleic/runtime";

/** What a session of a benchmark is made of. */
export interface Replay {
  readonly cwd: string;
  readonly input: string;
  /** Takes the events of the one subscriber. Default: counts them until the turn is over. */
  readonly watch?: (events: AsyncIterable<SessionEvent>, session: Watched) => Promise<number>;
}

/** The part of a session that a watcher may look at. */
export interface Watched {
  subscribe(options?: { readonly partials?: boolean }): AsyncIterable<SessionEvent>;
}

/**
 * Opens a runtime over a backend in a data directory of its own, and gives what runs one session from its start to the end
 * of its first turn; answers how many events its subscriber saw. Loads the runtime itself, so that who does without it
 * is not measured with it.
 */
export async function throughRuntime<T>(
  backend: AgentBackend,
  use: (run: (replay: Replay) => Promise<number>) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), "nucleic-bench-"));
  try {
    const { openRuntime } = await import("@nucleic/runtime");
    await using runtime = await openRuntime({ dataDir: join(dir, "data"), backends: [backend] });
    const project = await runtime.projects.ensure({ name: "bench", rootPath: dir, defaultBranch: "main" });
    return await use(async ({ cwd, input, watch = untilTurnOver }) => {
      let watching: Promise<number> = Promise.resolve(0);
      const session = await runtime.createSession({
        projectId: project.id,
        backend: backend.describe().id,
        title: "bench",
        workspace: { cwd },
        input,
        onOpen: (opened) => {
          watching = watch(opened.subscribe(), opened);
        },
      });
      const seen = await watching;
      await session.close();
      return seen;
    });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** How many events come until the turn is over. */
export async function untilTurnOver(events: AsyncIterable<SessionEvent>): Promise<number> {
  let seen = 0;
  for await (const event of events) {
    seen++;
    if (event.kind === "turnCompleted") break;
  }
  return seen;
}
