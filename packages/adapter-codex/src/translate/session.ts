import { codexCapabilities } from "../capabilities.ts";
import type {
  ThreadSettingsUpdatedNotification,
  ThreadStartResponse,
} from "../wire/generated/0.171.0/types.ts";
import type { Json, Loose } from "../wire/messages.ts";
import { name, object } from "../wire/read.ts";
import { closeOpen } from "./close.ts";
import type { CodexStep } from "./codex-step.ts";
import type { SessionFacts } from "./state.ts";
import { completeTurn } from "./turn.ts";

/**
 * A thread was started, taken up or forked. What a resumed thread's answer tells of its history is not told again. Where
 * a bare stdout is read another thread may follow; what the one before left open goes.
 */
export function takeThread(step: CodexStep, result: Json, resumed: boolean): void {
  const { thread: native, model, cwd }: Loose<ThreadStartResponse> = result;
  const thread = object(native) ?? {};
  const backendSessionId = name(thread.id);
  if (backendSessionId === undefined) return;
  if (step.state.session && step.state.session.backendSessionId !== backendSessionId) {
    closeOpen(step);
    if (step.state.turn) completeTurn(step, { outcome: "interrupted" });
  }
  step.set({ cwd: name(cwd) ?? name(thread.cwd) ?? step.state.cwd });
  tell(step, {
    backendSessionId,
    backendVersion: name(thread.cliVersion),
    model: name(model) ?? name(thread.model),
    mode: undefined,
    resumed,
  });
}

/** The settings of the thread have changed; told where it is the model or the mode. */
export function takeSettings(step: CodexStep, params: Json): void {
  const { threadSettings }: Loose<ThreadSettingsUpdatedNotification> = params;
  const { session } = step.state;
  const { model: nativeModel, collaborationMode } = object(threadSettings) ?? {};
  const model = name(nativeModel) ?? session?.model;
  const mode = name(object(collaborationMode)?.mode) ?? session?.mode;
  const isNewMode = (mode ?? DEFAULT_MODE) !== (session?.mode ?? DEFAULT_MODE);
  if (!session || (model === session.model && !isNewMode)) return;
  tell(step, { ...session, model, mode, resumed: true });
}

/** What a thread begins with; `thread/start` does not say it. */
const DEFAULT_MODE = "default";

function tell(step: CodexStep, session: SessionFacts): void {
  step.set({ session });
  const { backendSessionId, backendVersion, model, mode, resumed } = session;
  step.emit({
    kind: "sessionStarted",
    backend: "codex",
    ...(backendVersion !== undefined && { backendVersion }),
    backendSessionId,
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { mode }),
    cwd: step.state.cwd,
    capabilities: codexCapabilities,
    ...(resumed && { resumed }),
  });
}
