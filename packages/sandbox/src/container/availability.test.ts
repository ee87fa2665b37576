import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { containerEngine } from "./engine.ts";

type Cli = "podman" | "docker";

/** A container CLI that answers what it is told to. */
async function scripted(cli: Cli, info: string, context = ""): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "nucleic-cli-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const answers = `#!/bin/sh\ncase "$1" in info) echo ${info};; context) echo ${context};; image) echo id;; esac\n`;
  await writeFile(join(dir, cli), answers);
  await chmod(join(dir, cli), 0o755);
  return dir;
}

const HERE = "false v2 false";
const AWAY = "false v2 true";

test.each<[string, Cli, string, string, Record<string, string>, boolean]>([
  ["podman here", "podman", HERE, "", {}, true],
  ["podman that leads to a service elsewhere", "podman", AWAY, "", {}, false],
  ["podman by ssh", "podman", AWAY, "", { CONTAINER_HOST: "ssh://far/run/podman.sock" }, false],
  ["podman's service here", "podman", AWAY, "", { CONTAINER_HOST: "unix:/run/podman.sock" }, true],
  ["docker here", "docker", "2", "unix:///var/run/docker.sock", {}, true],
  ["docker by a context that leads away", "docker", "2", "ssh://far", {}, false],
  [
    "docker by DOCKER_HOST",
    "docker",
    "2",
    "unix:///var/run/docker.sock",
    { DOCKER_HOST: "tcp://far:2376" },
    false,
  ],
  [
    "docker by a socket in DOCKER_HOST",
    "docker",
    "2",
    "ssh://far",
    { DOCKER_HOST: "unix:///run/d.sock" },
    true,
  ],
])(
  "%s: the files are here or it is refused, unless they are shared",
  async (_name, cli, info, context, env, here) => {
    const options = {
      image: "img",
      cli,
      environment: { ...env, PATH: await scripted(cli, info, context) },
    } as const;
    const answer = await containerEngine(options).available();
    const code = answer.available ? "available" : answer.reasons[0]?.code;
    expect(code).toBe(here ? "available" : "filesElsewhere");
    if (!here)
      await expect(containerEngine(options).prepare({ worktree: "/tmp" })).rejects.toMatchObject({
        code: "filesElsewhere",
        hint: expect.stringContaining("NUCLEIC_SANDBOX_SHARED"),
      });
    expect(await containerEngine({ ...options, sharesFiles: true }).available()).toMatchObject({
      available: true,
    });
  },
);
