// From the decision to run a program to its first line: node:child_process alone, or a ProcessHandle.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { localProcessHost } from "@nucleic/process";
import { sample } from "../measure.ts";

const [mode, times = "40"] = process.argv.slice(2);
const env = { PATH: process.env.PATH ?? "" };
const host = localProcessHost();

await sample(async () => {
  for (let i = 0; i < Number(times); i++) {
    if (mode === "ours") {
      const child = host.spawn({
        command: "/bin/sh",
        args: ["-c", "echo ready"],
        cwd: "/",
        env,
        runId: `bench-${i}`,
      });
      for await (const _line of child.lines) break;
    } else {
      const child = spawn("/bin/sh", ["-c", "echo ready"], { cwd: "/", env, detached: true });
      await once(child.stdout, "data");
    }
  }
  return Number(times);
});
