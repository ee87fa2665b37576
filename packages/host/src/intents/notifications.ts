import type { IntentArgs, IntentResult } from "@nucleic/protocol/messages";
import { type NotifySettings, notifySetting } from "@nucleic/runtime";
import type { HostContext } from "../context.ts";

/** Changes what a person is told of. @throws RuntimeError `badSetting` for hours that are none */
export async function setNotifications(
  { runtime }: HostContext,
  { level, projectId, quietHours }: IntentArgs<"setNotifications">,
): Promise<IntentResult<"setNotifications">> {
  const { settings } = runtime;
  const { quietHours: before, ...rest } = await settings.get(notifySetting);
  const hours = quietHours === undefined ? before : (quietHours ?? undefined);
  const after: NotifySettings = {
    ...rest,
    ...(level !== undefined && projectId === undefined && { level }),
    ...(level !== undefined &&
      projectId !== undefined && { projects: { ...rest.projects, [projectId]: level } }),
    ...(hours && { quietHours: hours }),
  };
  await settings.set(notifySetting, after);
  return {};
}
