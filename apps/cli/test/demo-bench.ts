import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createIds, SessionSpec, systemClock } from "@nucleic/protocol";
import {
  type ContractSetting,
  createGates,
  type Model,
  type Scenario,
  scenarioModel,
} from "@nucleic/protocol/testing";
import { type DemoOptions, demoBackend } from "../src/demo/backend.ts";

/** The demo agent in an empty folder. It plays its own story, or a scenario in its place. */
export async function openDemo(scenario?: Scenario): Promise<ContractSetting> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), "nucleic-demo-")));
  const ids = createIds(systemClock);
  const gates = createGates();
  const requests: string[] = [];
  const options: DemoOptions = {
    clock: systemClock,
    ids,
    env: { PATH: process.env.PATH ?? "" },
    sessionsDir: join(parent, "sessions"),
    paceMs: 0,
    gates,
    ...(scenario && { model: recording(scenario, requests) }),
  };
  const cwd = await mkdtemp(join(parent, "worktree-"));
  return {
    // One for each call, as in programs that know of each other only through the files.
    backend: {
      ...demoBackend(options),
      resume: (...args) => demoBackend(options).resume(...args),
    },
    spec: SessionSpec.parse({ sessionId: ids.session(), cwd, trusted: true, runId: crypto.randomUUID() }),
    gates,
    requests: () => requests,
    readFile: (path) => readFile(join(cwd, path), "utf8").catch(() => undefined),
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true }),
  };
}

function recording(scenario: Scenario, requests: string[]): Model {
  const model = scenarioModel(scenario);
  return (request) => {
    requests.push(JSON.stringify(request));
    return model(request);
  };
}
