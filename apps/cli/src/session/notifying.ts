import type { ProjectId } from "@nucleic/protocol";
import { desktopSink, findDesktop, Notifier, notifySetting, type Session } from "@nucleic/runtime";
import type { App } from "../compose.ts";
import type { Context } from "../context.ts";

/** When a person is told on their desktop: while the terminal's window is behind, also where it is not, or never. */
export type NotifyWhen = "away" | "always" | "never";

/** Tells the person that runs this command that the session needs them. Disposing of it waits for what is being shown. */
export interface Notifying extends AsyncDisposable {
  readonly watch: (
    session: Session,
    about: { readonly projectId: ProjectId; readonly title: string },
  ) => void;
  /** Absent where the window does not matter. */
  readonly onFocus?: (focused: boolean) => void;
}

const nothing: Notifying = { watch: () => undefined, [Symbol.asyncDispose]: async () => undefined };

/** `away` needs a terminal that says whether its window is up; one that says nothing is taken to be. */
export async function notifying(context: Context, app: App, when: NotifyWhen): Promise<Notifying> {
  const { clock, env } = context;
  if (when === "never" || (when === "away" && !context.terminal)) return nothing;
  const desktop = await findDesktop({ env });
  if (desktop === undefined) {
    if (when === "always")
      await context.tell("nothing here can show a notification: nucleic doctor says more");
    return nothing;
  }
  const notifier = new Notifier({
    clock,
    sinks: [desktopSink(desktop, { env, clock })],
    settings: () => app.runtime.settings.get(notifySetting),
    onProblem: (_source, error) => {
      // Asked for by name, it is missed; else a desktop that is not there is no news.
      if (when === "always") void context.tell(`no notification: ${String(error)}`);
    },
  });
  let session: Session | undefined;
  let looking: Disposable | undefined;
  let followed: Promise<void> | undefined;
  const onFocus = (focused: boolean) => {
    looking?.[Symbol.dispose]();
    looking = focused && session ? notifier.looking(session.id) : undefined;
  };
  return {
    watch(opened, about) {
      session = opened;
      if (when === "away") onFocus(true);
      followed = notifier.follow(opened, { ...about, sessionId: opened.id });
    },
    ...(when === "away" && { onFocus }),
    async [Symbol.asyncDispose]() {
      await followed;
      await notifier.idle();
      await notifier[Symbol.asyncDispose]();
    },
  };
}
