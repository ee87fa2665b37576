import type { SandboxEngine } from "@nucleic/sandbox";
import type { Check } from "./check.ts";

const names = { none: "none", light: "bubblewrap", container: "containers" } as const;

/** Which engines can confine an agent here, each tried with a real program; and why not, and how to mend it. */
export async function checkSandboxes(engines: readonly SandboxEngine[]): Promise<Check[]> {
  return Promise.all(engines.map(checkSandbox));
}

async function checkSandbox(engine: SandboxEngine): Promise<Check> {
  const name = `sandbox ${engine.name}`;
  const answer = await engine.available();
  if (answer.available) {
    const limits = answer.limits.length > 0 ? `can limit ${answer.limits.join(", ")}` : "can limit nothing";
    return { name, status: "ok", detail: `${names[engine.name]}, ${limits}` };
  }
  const detail = answer.reasons.map(({ message }) => message).join("; ");
  const hint = answer.reasons.map((reason) => reason.hint).join("; ");
  return { name, status: "warn", detail, hint };
}
