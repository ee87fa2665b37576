// Is the host of a data directory, with agents that are programs of their own. Meant to be killed, or ended by SIGTERM.
import { writeSync } from "node:fs";
import { localProcessHost } from "@nucleic/process";
import type { AgentBackend } from "@nucleic/protocol";
import { scriptedBackend } from "@nucleic/protocol/testing";
import { openHost } from "../../src/index.ts";

const [dataDir = ""] = process.argv.slice(2);
const tell = (line: string) => writeSync(1, `${line}\n`);

/** An agent's program is in a process group of its own: a kill of this process does not reach it. */
function withProgram(scripted: AgentBackend): AgentBackend {
  return {
    ...scripted,
    async start(spec, ...rest) {
      const runId = spec.runId ?? "";
      const command = process.execPath;
      const args = ["-e", "setInterval(() => {}, 1_000)"];
      const program = localProcessHost().spawn({ command, args, cwd: dataDir, env: {}, runId });
      tell(`run ${runId}`);
      const run = await scripted.start(spec, ...rest);
      const close = run.close.bind(run);
      run.close = async () => {
        await close();
        await program.stop("SIGKILL");
      };
      return run;
    },
  };
}

const canary = (name: string) => `canary-${name}-4f6e1a9c0b7d`;
const call = { call: "Bash" as const, input: { command: "make" } };
const asks = scriptedBackend({ scenario: { name: "asks", replies: [[{ say: "Building." }, call]] } });
const talks = scriptedBackend({
  id: "talks",
  scenario: { name: "talks", replies: [[{ say: "One two three" }, { hang: true }]] },
});
/** Never gets to the end of looking at a project. */
const looks: AgentBackend = {
  ...scriptedBackend({ id: "looks", scenario: { name: "looks", replies: [] } }),
  inspectProject() {
    tell("looking");
    return new Promise(() => undefined);
  },
};
/** Says what it was told in the reason of its failure, and more that nobody was to see. */
const fails: AgentBackend = {
  ...scriptedBackend({ id: "fails", scenario: { name: "fails", replies: [] } }),
  async start(spec) {
    const cause = new Error(`Authorization: Bearer ${canary("cause")}`);
    throw new Error(`refused with --api-key=${canary("agent")} ${JSON.stringify(spec.env)}`, { cause });
  },
};
await using host = await openHost({
  dataDir,
  version: "0.0.0-test",
  backends: [withProgram(asks), withProgram(talks), looks, fails],
  env: process.env,
  onProblem: ({ code, message }) => tell(`problem ${code}: ${message}`),
  listen: {},
});
tell("serving");
await new Promise<void>((resolve) => {
  process.once("SIGTERM", () => resolve());
});
tell(`going down at ${host.address?.url}`);
