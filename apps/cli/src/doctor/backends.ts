import type { BackendItem } from "@nucleic/protocol/messages";
import type { Check } from "./check.ts";

/** Whether an agent's program is here, which version, and whether it is logged in, as far as the host could tell. */
export function checkBackend(backend: BackendItem): Check {
  const { id: name, installHint, failure, oldestVersion } = backend;
  if (failure !== undefined) return { name, status: "broken", detail: failure, hint: installHint };
  if (!backend.installed)
    return {
      name,
      status: "warn",
      detail: "not found; the demo agent works without it",
      hint: backend.hint ?? installHint,
    };
  const path = backend.path && `(${backend.path})`;
  const detail = [backend.version, versionWords(backend), loginWords(backend), path];
  const status = problem(backend);
  const oldest = oldestVersion && `version ${oldestVersion} or newer is needed`;
  const hint = status === "ok" ? undefined : (backend.hint ?? oldest ?? installHint);
  return { name, status, detail: detail.filter(Boolean).join(" "), ...(hint !== undefined && { hint }) };
}

function problem(probe: BackendItem): Check["status"] {
  if (probe.versionStatus === "unsupported") return "broken";
  return probe.loggedIn === false || probe.versionStatus === "older" || probe.versionStatus === "unknown"
    ? "warn"
    : "ok";
}

function versionWords(probe: BackendItem): string {
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

function loginWords(probe: BackendItem): string {
  if (probe.loggedIn === undefined) return "login unknown";
  return probe.loggedIn ? "logged in" : "not logged in";
}
