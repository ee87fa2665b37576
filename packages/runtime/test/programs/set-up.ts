// Begins a session whose set-up script leaves a process behind. Meant to be killed.
import { writeSync } from "node:fs";
import { scriptedBackend } from "@nucleic/protocol/testing";
import { openRuntime } from "../../src/open-runtime.ts";

const [dataDir = ""] = process.argv.slice(2);
const runtime = await openRuntime({
  dataDir,
  backends: [scriptedBackend({ scenario: { name: "none", replies: [] } })],
});
const project = await runtime.projects.ensure({ rootPath: dataDir, name: "p", defaultBranch: "main" });
await runtime.projects.update(project.id, {
  setupScript: "test -e again && exit; touch again; sleep 1000 & echo ready; wait",
});
await runtime.createSession({
  projectId: project.id,
  backend: "scripted",
  title: "Set up",
  workspace: async () => ({
    cwd: dataDir,
    worktree: { path: dataDir, branch: "nucleic/x", baseSha: "abc" },
  }),
  input: "build it",
  async onOpen(session) {
    for await (const event of session.subscribe())
      if (event.kind === "setupLog") writeSync(1, `${session.id}\n`);
  },
});
