// Integrates a session with a verification that says that it runs, and never ends.
import { integrateWorktree } from "../../src/integrate.ts";
import { openRepository } from "../../src/repository.ts";

const [top = "", worktree = "{}", baseDir = ""] = process.argv.slice(2);
const run = () => {
  process.stdout.write("verifying\n");
  process.stdin.resume();
  return new Promise<never>(() => undefined);
};
await integrateWorktree({
  repository: await openRepository(top),
  worktree: JSON.parse(worktree),
  message: "x",
  verify: { baseDir, run },
});
