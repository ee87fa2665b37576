import { localProcessHost } from "@nucleic/process";
import { createIds, systemClock } from "@nucleic/protocol/core";
import type { HoldContext } from "./hold-session.ts";
import { OpenRuntime } from "./local-runtime.ts";
import { Background } from "./maintenance/background.ts";
import type { Runtime, RuntimeOptions } from "./runtime.ts";
import { startUp } from "./start-up.ts";
import { Store } from "./store.ts";

/** What `openRuntime` does, once it is loaded. */
export async function openLocalRuntime(options: RuntimeOptions): Promise<Runtime> {
  const clock = options.clock ?? systemClock;
  const store = await Store.open(options.dataDir, clock, options.files, options.disk);
  const onProblem = harmless(options.onProblem);
  const onSessionWritten = harmless(options.onSessionWritten);
  const background = new Background({ store, clock, onProblem });
  try {
    const context: HoldContext = {
      store,
      clock,
      assess: options.assess,
      readDisposition: options.readDisposition,
      onWritten: (id) => {
        background.touch(id);
        onSessionWritten(id);
      },
      onProblem,
    };
    const { runs, report } = await startUp(context);
    const ids = options.ids ?? createIds(clock);
    const {
      env = process.env,
      host = localProcessHost({ registry: runs, clock }),
      timeoutMs,
    } = options.setup ?? {};
    const setup = { env, host, timeoutMs };
    const { control } = options;
    return new OpenRuntime(options, { ...context, ids, runs, background, setup, control }, report);
  } catch (error) {
    await background[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
    throw error;
  }
}

/** A listener that throws is its own problem, never that of the session it was to hear of. */
function harmless<T>(listener: ((told: T) => void) | undefined): (told: T) => void {
  return (told) => {
    try {
      listener?.(told);
    } catch {
      // There is nobody left to tell.
    }
  };
}
