import { hostname } from "node:os";
import {
  type CommandResult,
  decodeUtf8,
  isAlive,
  type ProcessIdentity,
  processIdentity,
} from "@nucleic/process";

/** The label that says which process a container is for. */
const OWNER = "nucleic.owner";

interface Owner extends ProcessIdentity {
  /** A daemon may serve several machines, and only its own knows whether a process lives. */
  readonly machine: string;
}

/** The label of what this process starts. */
export async function ownerLabel(): Promise<string> {
  const own = await processIdentity(process.pid);
  return `${OWNER}=${encoded({ pid: process.pid, startTime: "", bootId: "", ...own, machine: hostname() })}`;
}

/** Runs the container CLI, to its end. */
export type AskCli = (...args: readonly string[]) => Promise<CommandResult>;

/** Removes the containers whose owner has died, on this machine. What can't be read is somebody else's. Gives how many. */
export async function removeOrphans(ask: AskCli): Promise<number> {
  const ids = words(await ask("ps", "-aq", "--filter", `label=${OWNER}`));
  if (ids.length === 0) return 0;
  const format = `{{.Id}} {{index .Config.Labels "${OWNER}"}}`;
  const told = words(await ask("inspect", "--type", "container", "--format", format, ...ids));
  const dead: string[] = [];
  for (let at = 0; at + 1 < told.length; at += 2)
    if (await isDead(decoded(told[at + 1] ?? ""))) dead.push(told[at] ?? "");
  if (dead.length > 0) await ask("rm", "--force", ...dead);
  return dead.length;
}

async function isDead(owner: Owner | undefined): Promise<boolean> {
  return owner?.machine === hostname() && !(await isAlive(owner));
}

/** No start time holds only letters and digits, and labels are read by words. */
const encoded = (owner: Owner): string => Buffer.from(JSON.stringify(owner)).toString("base64url");

function decoded(text: string): Owner | undefined {
  try {
    const { pid, startTime, bootId, machine } = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    const isOne =
      Number.isSafeInteger(pid) && [startTime, bootId, machine].every((one) => typeof one === "string");
    return isOne ? { pid, startTime, bootId, machine } : undefined;
  } catch {
    return undefined;
  }
}

const words = ({ stdout }: CommandResult): string[] => decodeUtf8(stdout).split(/\s+/).filter(Boolean);
