import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isBeingMade } from "../../src/create-attempt.ts";
import { listSpares } from "../../src/prewarm/spare.ts";
import { reconcileWorktrees } from "../../src/reconcile/reconcile.ts";
import type { SessionWorktree } from "../../src/session-worktree.ts";
import { type GitSandbox, write } from "../sandbox.ts";
import { ABSENT, Ledger } from "./ledger.ts";
import type { Answer } from "./order.ts";
import { type Random, random } from "./random.ts";
import { quiet, type Worker } from "./worker.ts";

/** What was done, and what went wrong. */
export interface SeedReport {
  readonly seed: number;
  readonly done: Readonly<Record<string, number>>;
  /** Empty where everything held. */
  readonly faults: readonly string[];
}

interface Scene {
  readonly sandbox: GitSandbox;
  readonly top: string;
  readonly ledger: Ledger;
  readonly done: Record<string, number>;
  /** Seen while it was played. */
  readonly faults: string[];
}

interface Agent {
  worktree?: SessionWorktree;
  removed?: { readonly worktree: SessionWorktree; readonly head?: string };
}

const NOTES = "the user's, not committed\n";
const ALWAYS_DIRTY = " M notes.txt\n?? scratch.txt";

/** Plays one seed: eight agents and a user at once, then looks whether anything is lost or touched. */
export async function runSeed(
  seed: number,
  workers: readonly Worker[],
  sandbox: GitSandbox,
  steps: number,
): Promise<SeedReport> {
  const files = {
    "user.txt": "0\n",
    "notes.txt": "n\n",
    "shared.txt": "1\n2\n3\n4\n5\n",
    ".gitignore": "*.log\n",
  };
  const top = await sandbox.repository("project", files);
  await write(top, { "notes.txt": NOTES, "scratch.txt": NOTES });
  const scene: Scene = { sandbox, top, ledger: new Ledger(), done: {}, faults: [] };
  const agents = workers.map((worker, at) => playAgent(scene, worker, random(seed * 100 + at), at, steps));
  await Promise.all([...agents, playUser(scene, random(seed * 100 + 99), steps)]);
  return { seed, done: scene.done, faults: [...scene.faults, ...(await judge(scene))] };
}

async function playUser({ sandbox, top, ledger, done }: Scene, chance: Random, steps: number): Promise<void> {
  for (let step = 1; step <= steps; step++) {
    const content = `${step} ${chance.token()}\n`;
    await write(top, { "user.txt": content });
    // git itself refuses while another git holds a lock; a person tries again.
    while (!(await sandbox.tryGit(top, "commit", "-q", "-m", "User", "--", "user.txt")).ok) await delay(20);
    ledger.commits.add(await sandbox.git(top, "log", "-1", "--format=%H", "--author=Ada", "--grep=^User$"));
    ledger.onTarget.set("user.txt", new Set([content]));
    count(done, "user commit");
  }
}

async function playAgent(
  scene: Scene,
  worker: Worker,
  chance: Random,
  at: number,
  steps: number,
): Promise<void> {
  const agent: Agent = {};
  for (let step = 0; step < steps; step++) {
    // One in four sees to the spares, of which all take what they need.
    if (at % 4 === 0 && chance.isTrue(0.4)) await prewarm(scene, worker, chance);
    if (agent.worktree === undefined) await appear(scene, worker, chance, agent, `a${at}-${step}`);
    else {
      await edit(scene, chance, agent.worktree, at);
      const act = chance.pick(["commit", "integrate", "integrate", "remove"] as const);
      if (act === "commit") await commit(scene, agent.worktree);
      if (act === "integrate") await integrate(scene, worker, chance, agent.worktree);
      if (act === "remove") await remove(scene, worker, chance, agent, agent.worktree);
    }
  }
}

const place = ({ top, sandbox }: Scene) => ({ top, baseDir: sandbox.baseDir });

async function appear(scene: Scene, worker: Worker, chance: Random, agent: Agent, id: string): Promise<void> {
  const { removed } = agent;
  const answer =
    removed === undefined || chance.isTrue(0.3)
      ? await worker.carryOut({ ...place(scene), do: "create", id }, chance.killAfterMs())
      : await worker.carryOut({ ...place(scene), do: "restore", ...removed }, chance.killAfterMs());
  note(scene, removed ? "restore or create" : "create", answer);
  if (answer !== "killed" && answer.ok && answer.value.prewarmed === true) {
    count(scene.done, "create: prewarmed");
    const status = await scene.sandbox.git(String(answer.value.path), "status", "--porcelain", "--ignored");
    if (status !== "") scene.faults.push(`handed out dirty: ${status}`);
  }
  if (answer === "killed" || !answer.ok) return;
  const made = answer.value as unknown as SessionWorktree;
  if (removed && made.id === removed.worktree.id) scene.ledger.moved(removed.worktree.path, made.path);
  delete agent.removed;
  agent.worktree = made;
}

async function prewarm(scene: Scene, worker: Worker, chance: Random): Promise<void> {
  const count = chance.below(4);
  const answer = await worker.carryOut({ ...place(scene), do: "prewarm", count }, chance.killAfterMs());
  note(scene, "prewarm", answer);
}

async function edit({ ledger }: Scene, chance: Random, { path }: SessionWorktree, at: number): Promise<void> {
  const own = chance.pick([`agent-${at}/a`, `agent-${at}/b c`]);
  const content = `${chance.token()}\n`;
  await write(path, { [own]: content });
  ledger.wrote(path, own, content);
  if (!chance.isTrue(0.25)) return;
  const lines = (await readFile(join(path, "shared.txt"), "utf8")).split("\n");
  lines[chance.below(5)] = chance.token();
  await write(path, { "shared.txt": lines.join("\n") });
}

async function commit({ sandbox, ledger, done }: Scene, { path }: SessionWorktree): Promise<void> {
  await sandbox.tryGit(path, "add", "--all");
  if (!(await sandbox.tryGit(path, "commit", "-q", "-m", "Agent")).ok) return;
  ledger.commits.add(await sandbox.git(path, "rev-parse", "HEAD"));
  ledger.kept(path);
  count(done, "commit");
}

async function integrate(
  scene: Scene,
  worker: Worker,
  chance: Random,
  worktree: SessionWorktree,
): Promise<void> {
  const how = {
    updateCheckout: chance.isTrue(0.8),
    strategy: chance.pick(["squash", "squash", "merge", "rebase"] as const),
  };
  const { ledger } = scene;
  const answer = await worker.carryOut(
    { ...place(scene), do: "integrate", worktree, ...how },
    chance.killAfterMs(),
  );
  note(scene, "integrate", answer);
  if (answer === "killed") {
    ledger.integrated(worktree.path, false);
    await quiet([worktree.path, scene.top]);
  } else if (answer.ok && answer.value.outcome === "integrated") {
    ledger.kept(worktree.path);
    ledger.integrated(worktree.path, true);
    await ledger.readAgain(worktree.path);
  }
}

async function remove(
  scene: Scene,
  worker: Worker,
  chance: Random,
  agent: Agent,
  worktree: SessionWorktree,
): Promise<void> {
  const { ledger } = scene;
  const answer = await worker.carryOut({ ...place(scene), do: "remove", worktree }, chance.killAfterMs());
  note(scene, "remove", answer);
  if (answer === "killed") {
    await quiet([worktree.path, scene.top]);
    // Half of it may be gone; what it held is for the judge to find. Nobody works there any more.
    if ((await lstat(join(worktree.path, ".git")).catch(() => undefined)) === undefined)
      delete agent.worktree;
  } else if (answer.ok) {
    ledger.kept(worktree.path);
    const { head } = answer.value;
    agent.removed = { worktree, ...(typeof head === "string" ? { head } : {}) };
    delete agent.worktree;
  }
}

async function judge({ sandbox, top, ledger }: Scene): Promise<string[]> {
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  const { baseDir } = sandbox;
  const found = await reconcileWorktrees({ path: top, open: { env: sandbox.env }, records: [], baseDir });
  expect(found.scanned, `reconcile: ${found.error?.message}`);
  // Whatever is left of the spares is as it was made.
  const spares = await listSpares(baseDir, join(top, ".git"));
  const registered = await sandbox.git(top, "worktree", "list", "--porcelain");
  for (const { path } of spares) expect(registered.includes(`worktree ${path}\n`), `no worktree for ${path}`);
  for (const [, path] of registered.matchAll(/^worktree (.*\/spare-[0-9a-f]{8})$/gm))
    expect(
      // The git of a killed worker may outlive it: then the next one undoes it.
      spares.some((spare) => spare.path === path) || (await isBeingMade(path ?? "")),
      `a spare without a record: ${path}`,
    );
  const status = await sandbox.git(top, "status", "--porcelain", "--untracked-files=all");
  expect(status === ALWAYS_DIRTY.trimStart() || status === ALWAYS_DIRTY, `the user's checkout: ${status}`);
  expect((await readFile(join(top, "notes.txt"), "utf8")) === NOTES, "the user's notes changed");
  for (const [path, allowed] of ledger.onTarget) {
    const { ok, stdout } = await sandbox.tryGit(top, "show", `main:${path}`);
    const now = ok ? `${stdout}\n` : ABSENT;
    expect(allowed.has(now), `main:${path} is ${JSON.stringify(now)}, not ${JSON.stringify([...allowed])}`);
  }
  await sandbox.git(top, "reflog", "expire", "--expire=now", "--all");
  await sandbox.git(top, "prune", "--expire=now");
  const fsck = await sandbox.tryGit(top, "fsck", "--strict", "--no-dangling");
  expect(fsck.ok && fsck.stdout === "", `fsck: ${fsck.stdout} ${fsck.stderr}`);
  const all = await sandbox.git(top, "cat-file", "--batch-all-objects", "--batch-check=%(objectname)");
  const objects = new Set(all.split("\n"));
  for (const made of ledger.commits) expect(objects.has(made), `commit ${made} is lost`);
  faults.push(...(await ledger.lost((blob) => objects.has(blob))));
  return faults;
}

function note({ done }: Scene, what: string, answer: Answer): void {
  if (answer === "killed") count(done, `${what}: killed`);
  else if (!answer.ok) count(done, `${what}: ${answer.code}`);
  else count(done, typeof answer.value.outcome === "string" ? `${what}: ${answer.value.outcome}` : what);
}

function count(done: Record<string, number>, what: string): void {
  done[what] = (done[what] ?? 0) + 1;
}
