// Runs a session up to an approval that nobody answers, prints its ids, and waits. Meant to be killed.
import { writeSync } from "node:fs";
import { scriptedBackend } from "@nucleic/protocol/testing";
import { openRuntime } from "../../src/open-runtime.ts";

const [dataDir = ""] = process.argv.slice(2);
const call = { call: "Bash" as const, input: { command: "make" } };
const backend = scriptedBackend({ scenario: { name: "ask", replies: [[{ say: "Building." }, call]] } });
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
    writeSync(1, `${JSON.stringify({ sessionId: session.id, approvals: session.pendingApprovals })}\n`);
