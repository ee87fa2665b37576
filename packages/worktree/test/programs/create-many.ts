// Makes several worktrees one after the other and prints their paths.
import { createWorktree } from "../../src/create.ts";
import { openRepository } from "../../src/repository.ts";

const [top = "", baseDir = "", prefix = "", count = "1"] = process.argv.slice(2);
const repository = await openRepository(top);
for (let at = 0; at < Number(count); at++) {
  const made = await createWorktree({ repository, id: `${prefix}${at}`, title: "Many", baseDir });
  process.stdout.write(`${made.path}\n`);
}
