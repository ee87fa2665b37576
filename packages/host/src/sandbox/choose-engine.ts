import type { SandboxChoice } from "@nucleic/protocol";
import type { SandboxEngine, UnavailableReason } from "@nucleic/sandbox";
import { HostRefusal } from "../refusal.ts";

/** What an agent is to run in. */
export interface ChosenSandbox {
  /** `undefined`: nothing confines it. */
  readonly engine: SandboxEngine | undefined;
  /** What it may reach; absent: everything. */
  readonly hosts?: readonly string[] | undefined;
  /** Why it is not what one might expect. */
  readonly message?: string;
}

/**
 * The engine that a choice means on this machine. `auto` is the first that works; where none does it is nothing, and the
 * message says why. Each is tried with a real program, so that the refusal comes before anything was made.
 * @throws HostRefusal `sandboxUnavailable`
 */
export async function chooseEngine(
  engines: readonly SandboxEngine[],
  choice: SandboxChoice,
): Promise<ChosenSandbox> {
  if (choice === "none") return { engine: undefined };
  const reasons: UnavailableReason[] = [];
  for (const engine of engines.filter(({ name }) => choice === "auto" || name === choice)) {
    const answer = await engine.available();
    if (answer.available) return { engine };
    reasons.push(...answer.reasons);
  }
  const message = reasons.map((reason) => reason.message).join("; ") || "this host has no such engine";
  if (choice === "auto") return { engine: undefined, message: `nothing confines the agent: ${message}` };
  const [first] = reasons;
  throw new HostRefusal("sandboxUnavailable", `there is no sandbox "${choice}" here: ${message}`, {
    hint: first?.hint ?? "nucleic doctor lists what is here",
  });
}
