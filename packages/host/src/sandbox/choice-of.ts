import type { SandboxChoice } from "@nucleic/protocol";
import type { ProjectRecord, SessionRecord } from "@nucleic/runtime";
import { HostRefusal } from "../refusal.ts";

/** What is said of the sandbox of a run, and by whom. */
export interface SandboxWish {
  readonly asked: SandboxChoice | undefined;
  readonly hosts?: readonly string[] | undefined;
  /** Whoever asks is a paired device. */
  readonly byDevice: boolean;
  readonly project: Pick<ProjectRecord, "sandbox" | "allowedHosts">;
  /** The session that is taken up or forked; absent for a new one. */
  readonly session?: Pick<SessionRecord, "id" | "sandbox" | "allowedHosts" | "backendSessionId"> | undefined;
}

/** From nothing to most. `auto` may come to nothing. */
const strength: Readonly<Record<SandboxChoice, number>> = { none: 0, auto: 1, light: 2, container: 3 };

/**
 * The choice for a run, `undefined` where nobody has ever made one. A session whose agent has run goes on as it was: what the
 * agent keeps of it lies in the home that it had, inside or outside.
 * @throws HostRefusal `localOnly`, `sandboxFixed`
 */
export function choiceOf({ asked, byDevice, project, session }: SandboxWish): SandboxChoice | undefined {
  const hasRun = session?.backendSessionId !== undefined;
  const before = hasRun ? (choiceNamed(session.sandbox) ?? undefined) : project.sandbox;
  if (asked === undefined) return before;
  if (byDevice && strength[asked] < strength[before ?? "none"])
    throw new HostRefusal("localOnly", "a paired device does not take an agent out of its sandbox", {
      hint: "Leave the sandbox out, or start it on this machine.",
    });
  if (!hasRun) return asked;
  if (asked === "auto") return before;
  const isConfined = (choice: SandboxChoice | undefined) => choice !== undefined && choice !== "none";
  if (isConfined(asked) === isConfined(before)) return asked;
  const was = isConfined(before) ? "in a sandbox" : "in no sandbox";
  throw new HostRefusal("sandboxFixed", `session ${session.id} has run ${was}, where its agent keeps it`, {
    hint: `Leave --sandbox out, or begin anew: nucleic run --sandbox ${asked}`,
  });
}

/** An engine of a newer version is no choice that this one could make. */
function choiceNamed(engine: string | undefined): SandboxChoice | undefined {
  return engine !== undefined && Object.hasOwn(strength, engine) ? (engine as SandboxChoice) : undefined;
}

/** The hosts that the agent of a run may reach; `undefined`: all. @throws HostRefusal `localOnly` */
export function hostsOf({ hosts, byDevice, project, session }: SandboxWish): readonly string[] | undefined {
  if (hosts === undefined)
    return session?.sandbox === undefined ? project.allowedHosts : session.allowedHosts;
  if (!byDevice) return hosts;
  throw new HostRefusal("localOnly", "a paired device does not say which hosts an agent may reach");
}
