import type { AgentBackend, ProbeResult } from "@nucleic/protocol";
import type { Check } from "./check.ts";

/** Whether an agent's program is here, which version, and whether it is logged in, as far as that costs nothing. */
export async function checkBackend(backend: AgentBackend, signal: AbortSignal): Promise<Check> {
  const { id: name, installHint, versions } = backend.describe();
  const probe = await backend.probe(signal).catch((error: unknown) => String(error));
  if (typeof probe === "string") return { name, status: "broken", detail: probe, hint: installHint };
  if (!probe.installed)
    return {
      name,
      status: "warn",
      detail: "not found; the demo agent works without it",
      hint: probe.hint ?? installHint,
    };
  const detail = [probe.version, versionWords(probe), loginWords(probe), probe.path && `(${probe.path})`];
  const status = problem(probe);
  const oldest = versions ? `version ${versions.oldest} or newer is needed` : undefined;
  const hint = status === "ok" ? undefined : (probe.hint ?? oldest ?? installHint);
  return { name, status, detail: detail.filter(Boolean).join(" "), ...(hint !== undefined && { hint }) };
}

function problem(probe: ProbeResult): Check["status"] {
  if (probe.versionStatus === "unsupported") return "broken";
  return probe.loggedIn === false || probe.versionStatus === "older" || probe.versionStatus === "unknown"
    ? "warn"
    : "ok";
}

function versionWords(probe: ProbeResult): string {
  switch (probe.versionStatus) {
    case "tested":
      return "tested,";
    case "newer":
      return "newer than tested,";
    case "older":
      return "older than tested,";
    case "unsupported":
      return "too old,";
    case "unknown":
      return "of unknown version,";
    default:
      return "";
  }
}

function loginWords(probe: ProbeResult): string {
  if (probe.loggedIn === undefined) return "login unknown";
  return probe.loggedIn ? "logged in" : "not logged in";
}
