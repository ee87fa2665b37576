import type { ProjectId, SessionId } from "@nucleic/protocol";
import type { Setting } from "../database/settings.ts";
import type { AttentionReason } from "./attention.ts";
import { areQuietHours, type QuietHours } from "./quiet-hours.ts";

/** `all`; `needed`: only where a session cannot go on, or has failed; `off`. */
export type NotifyLevel = "all" | "needed" | "off";

/** What a person wants to be told of. A session's own level goes before its project's, and that before the general one. */
export interface NotifySettings {
  readonly level: NotifyLevel;
  readonly projects: Readonly<Record<ProjectId, NotifyLevel>>;
  readonly sessions: Readonly<Record<SessionId, NotifyLevel>>;
  readonly quietHours?: QuietHours | undefined;
}

/** Everything, at any time. */
export const defaultNotifySettings: NotifySettings = { level: "all", projects: {}, sessions: {} };

/** Where they are kept: `runtime.settings.get(notifySetting)`. */
export const notifySetting: Setting<NotifySettings> = {
  key: "notifications",
  schema: {
    safeParse: (value) => (isSettings(value) ? { success: true, data: value } : { success: false }),
  },
  fallback: defaultNotifySettings,
};

/** Whether somebody wants to be told of that. */
export function isWanted(
  settings: NotifySettings,
  reason: AttentionReason,
  of: { readonly sessionId: SessionId; readonly projectId: ProjectId },
): boolean {
  const level = settings.sessions[of.sessionId] ?? settings.projects[of.projectId] ?? settings.level;
  return level === "all" || (level === "needed" && reason !== "done");
}

function isSettings(value: unknown): value is NotifySettings {
  if (!isObject(value) || !isLevel(value.level)) return false;
  if (![value.projects, value.sessions].every((one) => isObject(one) && Object.values(one).every(isLevel)))
    return false;
  return value.quietHours === undefined || isQuietHours(value.quietHours);
}

function isQuietHours(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { from, to, timeZone } = value;
  if (typeof from !== "string" || typeof to !== "string") return false;
  if (timeZone !== undefined && typeof timeZone !== "string") return false;
  return areQuietHours({ from, to, timeZone });
}

function isLevel(value: unknown): value is NotifyLevel {
  return value === "all" || value === "needed" || value === "off";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
