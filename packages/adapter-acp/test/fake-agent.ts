import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type AgentHooks,
  type AgentRun,
  createIds,
  NucleicError,
  type SessionSpec,
  systemClock,
} from "@nucleic/protocol";
import { afterEach, beforeEach, expect } from "vitest";
import { type AcpRunOptions, acpBackend } from "../src/index.ts";
import { allowAll, faultsOf, Recording, say } from "./lab.ts";

const program = fileURLToPath(new URL("fake-agent.mjs", import.meta.url));
/** The worktree of the test that runs. */
export let cwd: string;

beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "nucleic-fake-")));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

export interface FakeOptions extends AcpRunOptions {
  readonly mode?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly projectFiles?: readonly string[];
}

/** A backend for `fake-agent.mjs`, in one of its modes. */
export function fake({ mode = "", env, projectFiles, ...options }: FakeOptions = {}) {
  const agent = {
    id: "fake",
    command: process.execPath,
    args: [program, mode],
    ...(env && { env }),
    ...(projectFiles && { projectFiles }),
  };
  return acpBackend({ agent, environment: { PATH: process.env.PATH ?? "" }, ...options });
}

export const spec = (more: Partial<SessionSpec> = {}): SessionSpec => ({
  sessionId: createIds(systemClock).session(),
  cwd,
  approvalPolicy: "interactive",
  verbosity: "full",
  env: {},
  trusted: false,
  ...more,
});

/** One prompt, and all that came of it. */
export async function turn(text: string, options: FakeOptions = {}, hooks: AgentHooks = allowAll().hooks) {
  await using run = await fake(options).start(spec(), hooks);
  const events = new Recording(run);
  await run.send(say(text));
  await Promise.race([events.next("turnCompleted"), events.done]);
  await run.close();
  const all = await events.done;
  expect(faultsOf(all)).toEqual([]);
  const said = events.of("assistantText").filter(({ isPartial }) => !isPartial);
  return { events, said: said.map((event) => event.text).join("") };
}

/** What the start was refused with. */
export async function refusal(start: Promise<AgentRun>): Promise<NucleicError> {
  const error = await start.catch((reason: unknown) => reason);
  if (error instanceof NucleicError) return error;
  throw new Error(`no NucleicError: ${error}`);
}
