import { type Finding, finding } from "./finding.ts";

/** Settings that neither run nor widen anything, or only narrow it. Everything unknown is shown. */
const HARMLESS = new Set(
  `$schema alwaysThinkingEnabled advisorModel attribution autoCompactEnabled autoCompactWindow autoMemoryEnabled autoScrollEnabled autoUpdatesChannel availableModels cleanupPeriodDays companyAnnouncements disableAllHooks disableAutoMode disabledMcpjsonServers editorMode effortLevel fallbackModel fastMode feedbackSurveyState forceLoginMethod forceLoginOrgUUID includeCoAuthoredBy includeGitInstructions language maxEffortLevel minimumVersion model modelSettings notifChannel outputStyle preferredNotifChannel prefersReducedMotion promptSuggestionEnabled respectGitignore showThinkingSummaries showTurnDuration skipAutoPermissionPrompt skipDangerousModePermissionPrompt spellcheck spinnerTipsEnabled spinnerTipsOverride spinnerVerbs syntaxHighlightingDisabled teammateMode terminalProgressBarEnabled theme timeZone tui useAutoModeDuringPlan verbose viewMode voice voiceEnabled`.split(
    " ",
  ),
);

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];

/** What a `settings.json` would run or widen. Keys as of 2.1.332; a key that is not known is reported as `other`. */
export function settingsFindings(file: string, settings: unknown): Finding[] {
  if (!isObject(settings)) return [finding(file, "unreadable", "not a JSON object", "any")];
  return Object.entries(settings).flatMap(([key, value]) => {
    if (HARMLESS.has(key) || value === null) return [];
    switch (key) {
      case "hooks":
        return hookFindings(file, value);
      case "env":
        return isObject(value)
          ? Object.entries(value).map(([name, text]) => finding(file, "env", `${name}=${String(text)}`))
          : [finding(file, "other", `env: ${JSON.stringify(value)}`)];
      case "permissions":
        return permissionFindings(file, value);
      case "enabledPlugins":
      case "extraKnownMarketplaces":
      case "additionalMarketplaces":
        // A plugin brings hooks, commands and agents of its own.
        return isObject(value)
          ? Object.entries(value).map(([name, text]) =>
              finding(
                file,
                "plugin",
                `${key} ${name}: ${JSON.stringify(text)}`,
                text === false ? "none" : "any",
              ),
            )
          : [finding(file, "plugin", `${key}: ${JSON.stringify(value)}`, "any")];
      case "enableAllProjectMcpServers":
      case "enabledMcpjsonServers":
        return [finding(file, "mcpServer", `${key}: ${JSON.stringify(value)}`)];
      default:
        return [otherFinding(file, key, value)];
    }
  });
}

/** The hooks of a settings file or of a front matter, one finding a command. */
export function hookFindings(file: string, hooks: unknown): Finding[] {
  if (!isObject(hooks)) return [finding(file, "hook", `hooks: ${JSON.stringify(hooks)}`, "any")];
  return Object.entries(hooks).flatMap(([event, groups]) => {
    const widens = event === "PermissionRequest" ? "answers" : "any";
    const entries = Array.isArray(groups) ? groups : [groups];
    return entries.flatMap((group) => {
      const matcher = isObject(group) && typeof group.matcher === "string" ? ` ${group.matcher}` : "";
      const inner = isObject(group) && Array.isArray(group.hooks) ? group.hooks : [group];
      return inner.map((hook) => {
        const what = isObject(hook) && typeof hook.command === "string" ? hook.command : JSON.stringify(hook);
        return finding(file, "hook", `${event}${matcher}: ${what}`, widens);
      });
    });
  });
}

function permissionFindings(file: string, permissions: unknown): Finding[] {
  if (!isObject(permissions))
    return [finding(file, "other", `permissions: ${JSON.stringify(permissions)}`, "any")];
  const { allow, additionalDirectories, defaultMode, deny: _deny, ask, ...rest } = permissions;
  return [
    ...strings(ask).map((rule) => finding(file, "other", `asks about ${rule}`, "narrows")),
    ...strings(allow).map((rule) => finding(file, "allowRule", rule, "rule", rule)),
    // Reads there, with Bash too, are no longer asked about; no rule of ours says exactly that.
    ...strings(additionalDirectories).map((dir) =>
      finding(file, "allowRule", `reads and works in ${dir}`, "any"),
    ),
    ...(defaultMode === undefined
      ? []
      : [finding(file, "mode", `default mode ${JSON.stringify(defaultMode)}`)]),
    ...Object.entries(rest).map(([key, value]) =>
      finding(file, "other", `permissions.${key}: ${JSON.stringify(value)}`, "any"),
    ),
  ];
}

function otherFinding(file: string, key: string, value: unknown): Finding {
  const runs =
    /Helper$|^aws(AuthRefresh|CredentialExport)$|^gcpAuthRefresh$/.test(key) ||
    (isObject(value) && typeof value.command === "string");
  if (runs) {
    const command = isObject(value) ? value.command : value;
    return finding(
      file,
      "helper",
      `${key}: ${typeof command === "string" ? command : JSON.stringify(command)}`,
    );
  }
  // `sandbox` can let Bash through unasked; what is not known may do so too.
  return finding(file, "other", `${key}: ${JSON.stringify(value)}`, "any");
}

/** The servers that an `.mcp.json` would start or call. */
export function mcpFindings(file: string, config: unknown): Finding[] {
  const servers = isObject(config) ? config.mcpServers : undefined;
  if (!isObject(servers)) return [finding(file, "unreadable", "no mcpServers object", "none")];
  return Object.entries(servers).map(([name, server]) => {
    if (!isObject(server)) return finding(file, "mcpServer", `${name}: ${JSON.stringify(server)}`);
    const where =
      typeof server.command === "string"
        ? [server.command, ...strings(server.args)].join(" ")
        : typeof server.url === "string"
          ? server.url
          : JSON.stringify(server);
    return finding(file, "mcpServer", `${name}: ${where}`);
  });
}
