// Does what it is told, one JSON line at a time, and answers each with a line. Killed at any moment.
import { createInterface } from "node:readline";
import { createWorktree } from "../../src/create.ts";
import { WorktreeError } from "../../src/error.ts";
import { integrateWorktree } from "../../src/integrate.ts";
import { prewarmWorktrees } from "../../src/prewarm/prewarm.ts";
import { removeWorktree } from "../../src/remove.ts";
import { openRepository, type Repository } from "../../src/repository.ts";
import { restoreWorktree } from "../../src/restore.ts";
import type { Order } from "../chaos/order.ts";

async function carryOut(order: Order): Promise<unknown> {
  const repository = await opened(order.top);
  switch (order.do) {
    case "create":
      return createWorktree({ ...order, repository, title: "Chaos", base: "main" });
    case "prewarm":
      return prewarmWorktrees({ ...order, repository, base: "main", minFreeBytes: 0 });
    case "integrate":
      return integrateWorktree({
        ...order,
        repository,
        target: "main",
        message: `Work of ${order.worktree.id}`,
      });
    case "remove":
      return removeWorktree({ ...order, repository, ignored: "keep" });
    case "restore":
      return restoreWorktree({ ...order, repository });
  }
}

/** The seeds' repositories come one after the other: each is opened once in a life of this process. */
let last: Repository | undefined;
async function opened(top: string): Promise<Repository> {
  if (last?.path !== top) last = await openRepository(top);
  return last;
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await carryOut(JSON.parse(line)).then(
    (value) => ({ ok: true, value }),
    (error: unknown) => ({ ok: false, code: error instanceof WorktreeError ? error.code : String(error) }),
  );
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
