import type { Clock } from "@nucleic/protocol/core";
import { Notifier, notifySetting, type Runtime } from "@nucleic/runtime";
import type { HostOptions, HostProblem } from "./host-options.ts";

/** Tells people where they are needed, by the sinks that a host was given; `undefined` where there are none. */
export function notifierOf(
  { notify = [] }: HostOptions,
  { settings }: Runtime,
  clock: Clock,
  onProblem: (problem: HostProblem) => void,
): Notifier | undefined {
  if (notify.length === 0) return undefined;
  return new Notifier({
    clock,
    sinks: notify,
    settings: () => settings.get(notifySetting),
    onProblem: (source, error) =>
      onProblem({ code: "notificationFailed", message: `${source}: ${String(error)}` }),
  });
}
