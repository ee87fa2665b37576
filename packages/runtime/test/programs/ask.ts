// Runs a session up to an approval that nobody answers, prints its ids, and waits. Meant to be killed.
import { writeSync } from "node:fs";
import { localProcessHost } from "@nucleic/process";
import type { AgentBackend } from "@nucleic/protocol";
import { scriptedBackend } from "@nucleic/protocol/testing";
import { openRuntime } from "../../src/open-runtime.ts";

const [dataDir = ""] = process.argv.slice(2);
const call = { call: "Bash" as const, input: { command: "make" } };
const scripted = scriptedBackend({ scenario: { name: "ask", replies: [[{ say: "Building." }, call]] } });
let runId = "";
const backend: AgentBackend = {
  ...scripted,
  // An agent with a program, in a process group of its own: the kill of this process does not reach it.
  start(spec, ...rest) {
    runId = spec.runId ?? "";
    localProcessHost().spawn({
      command: process.execPath,
      args: ["-e", "setInterval(() => {}, 1_000)"],
      cwd: dataDir,
      env: {},
      runId,
    });
    return scripted.start(spec, ...rest);
  },
};
const runtime = await openRuntime({ dataDir, backends: [backend] });
const project = await runtime.projects.ensure({ rootPath: dataDir, name: "p", defaultBranch: "main" });
const session = await runtime.createSession({
  projectId: project.id,
  backend: "scripted",
  title: "Ask",
  workspace: { cwd: dataDir },
  input: "build it",
});
for await (const event of session.subscribe())
  if (event.kind === "approvalRequested")
    writeSync(
      1,
      `${JSON.stringify({ sessionId: session.id, runId, approvals: session.pendingApprovals })}\n`,
    );
