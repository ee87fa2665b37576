import type { Clock } from "@nucleic/protocol/core";
import { type NotificationSink, Notifier, notifySetting, type Runtime } from "@nucleic/runtime";
import type { HostProblem } from "./host-options.ts";

/** Tells a person that a session needs them, as they have set it; nothing where there is nowhere to tell it. */
export function hostNotifier(
  { settings }: Runtime,
  {
    sinks,
    clock,
    onProblem,
  }: {
    readonly sinks: readonly NotificationSink[];
    readonly clock: Clock;
    readonly onProblem: (problem: HostProblem) => void;
  },
): Notifier | undefined {
  if (sinks.length === 0) return undefined;
  return new Notifier({
    clock,
    sinks,
    settings: () => settings.get(notifySetting),
    onProblem: (source, error) =>
      onProblem({ code: "notificationFailed", message: `${source}: ${String(error)}` }),
  });
}
