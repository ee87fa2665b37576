import { join } from "node:path";
import { contentOf, type Scene, type Told } from "./scene.ts";

/** Something that a program inside tries, and how one sees that it worked. */
export interface Escape {
  readonly name: string;
  /** A script of bash that runs in the worktree. */
  script(scene: Scene): string;
  /** Whether it got what it wanted. */
  worked(scene: Scene, told: Told): Promise<boolean> | boolean;
}

const says = (text: string) => (_: Scene, told: Told) => told.stdout.includes(text);
const common = (scene: Scene, path: string) => join(scene.repository, ".git", path);
const admin = (scene: Scene) => common(scene, "worktrees/mine");
const holds = (path: (scene: Scene) => string, text: string) => async (scene: Scene) =>
  (await contentOf(path(scene)))?.includes(text) ?? false;

const files: readonly Escape[] = [
  {
    name: "reads the user's ssh key",
    script: ({ home }) => `cat ${home}/.ssh/id_ed25519`,
    worked: says("SECRET-KEY"),
  },
  {
    name: "reads the key through a link in the worktree",
    script: ({ home }) => `ln -s ${home}/.ssh key; cat key/id_ed25519`,
    worked: says("SECRET-KEY"),
  },
  {
    name: "reads another session's files",
    script: ({ otherWorktree }) => `cat ${otherWorktree}/other.txt`,
    worked: says("OTHERS-WORK"),
  },
  {
    name: "writes into another session's worktree",
    script: ({ otherWorktree }) => `echo ESCAPED >${otherWorktree}/other.txt`,
    worked: holds(({ otherWorktree }) => join(otherWorktree, "other.txt"), "ESCAPED"),
  },
  {
    name: "writes into the user's home",
    script: ({ home }) => `echo ESCAPED >${home}/.bashrc`,
    worked: holds(({ home }) => join(home, ".bashrc"), "ESCAPED"),
  },
  {
    name: "writes into the main checkout",
    script: ({ repository }) => `echo ESCAPED >${repository}/a.txt`,
    worked: holds(({ repository }) => join(repository, "a.txt"), "ESCAPED"),
  },
  {
    name: "reads a process's environment",
    script: () => `cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep -c '^VITEST=' | sed 's/^[1-9].*/SEEN/'`,
    worked: says("SEEN"),
  },
];

const git: readonly Escape[] = [
  {
    name: "adds a hook",
    script: (scene) =>
      `mkdir -p ${common(scene, "hooks")}; echo ESCAPED >${common(scene, "hooks/post-commit")}`,
    worked: holds((scene) => common(scene, "hooks/post-commit"), "ESCAPED"),
  },
  {
    name: "changes the repository's settings",
    script: () => "git config core.fsmonitor ESCAPED",
    worked: holds((scene) => common(scene, "config"), "ESCAPED"),
  },
  {
    name: "changes the worktree's own settings",
    script: (scene) => `echo ESCAPED >${admin(scene)}/config.worktree`,
    worked: holds((scene) => join(admin(scene), "config.worktree"), "ESCAPED"),
  },
  {
    name: "changes the repository's attributes",
    script: (scene) => `mkdir -p ${common(scene, "info")}; echo ESCAPED >${common(scene, "info/attributes")}`,
    worked: holds((scene) => common(scene, "info/attributes"), "ESCAPED"),
  },
  {
    name: "leads the worktree to a repository of its own",
    script: () => "git init -q fake; rm -f .git; mv .git was; echo 'gitdir: fake/.git' >.git",
    worked: holds(({ worktree }) => join(worktree, ".git"), "fake"),
  },
  {
    name: "leads git to another common folder",
    script: (scene) =>
      `echo ESCAPED >new; mv -f new ${admin(scene)}/commondir; echo ESCAPED >${admin(scene)}/commondir`,
    worked: holds((scene) => join(admin(scene), "commondir"), "ESCAPED"),
  },
  {
    name: "moves the folder that is guarded away",
    script: (scene) => `mv ${admin(scene)} ${admin(scene)}-was && echo MOVED`,
    worked: says("MOVED"),
  },
  {
    name: "moves another session's branch",
    script: () =>
      "git commit -q --allow-empty -m x; git update-ref refs/heads/nucleic/other HEAD && echo MOVED",
    worked: says("MOVED"),
  },
  {
    name: "moves the main branch",
    script: () => "git commit -q --allow-empty -m x; git update-ref refs/heads/main HEAD && echo MOVED",
    worked: says("MOVED"),
  },
  {
    name: "changes another session's state",
    script: (scene) => `echo ESCAPED >${common(scene, "worktrees/other/HEAD")}`,
    worked: holds((scene) => common(scene, "worktrees/other/HEAD"), "ESCAPED"),
  },
];

const machine: readonly Escape[] = [
  {
    name: "reaches a server of this machine",
    script: ({ port }) => `exec 3<>/dev/tcp/127.0.0.1/${port}; cat <&3`,
    worked: (scene, told) => told.stdout.includes("SERVED") || scene.connections() > 0,
  },
  {
    name: "ends a process of the user's",
    script: ({ bystander }) =>
      `kill -KILL ${bystander.pid}; kill -0 ${bystander.pid} 2>/dev/null || echo GONE`,
    worked: async ({ bystander }) => !bystander.signal("SIGCONT"),
  },
];

/** What only root can do outside; inside it is refused to root as well. */
const rights: readonly Escape[] = [
  {
    name: "mounts a file system",
    script: () => "mkdir -p m; mount -t tmpfs none m && { echo MOUNTED; umount m; }",
    worked: says("MOUNTED"),
  },
  {
    name: "makes what is read only writable",
    script: () =>
      "mount -o remount,rw,bind /usr && touch /usr/escaped && rm /usr/escaped && echo WRITTEN; true",
    worked: says("WRITTEN"),
  },
  {
    name: "gets rights in a namespace of its own",
    script: () => "unshare -Ur true && echo NESTED",
    worked: says("NESTED"),
  },
];

/** By what they are after. Each does no harm where it works: so it can be shown to work where nothing confines. */
export const escapes: Readonly<Record<string, readonly Escape[]>> = {
  "is after files": files,
  "is after git": git,
  "is after the machine": machine,
  "is after rights": rights,
};
