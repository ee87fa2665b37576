// From the decision to run a trivial program to its first line: as it is, or in a sandbox that is prepared. `together`: so many
// sandboxes at once, each prepared and left.
import { localProcessHost, type ProcessHost } from "@nucleic/process";
import { lightEngine, noneEngine, type SandboxEngine } from "@nucleic/sandbox";
import { hostImage, openScene } from "@nucleic/sandbox/testing";
import { sampleEach } from "../measure.ts";

const [which = "bare", times = "20", together = "1"] = process.argv.slice(2);
await using scene = await openScene();
await using held = new AsyncDisposableStack();
const count = Number(together);
const hosts = await Promise.all(Array.from({ length: count }, () => open(which)));
let runs = 0;

await sampleEach(Number(times), async () => {
  const ends = await Promise.all(hosts.map(started));
  return () => Promise.all(ends.map((end) => end()));
});

async function started(host: ProcessHost): Promise<() => Promise<unknown>> {
  const child = host.spawn({
    command: "/bin/sh",
    // It stays until its input ends, so that its end falls in nothing that is measured.
    args: ["-c", "echo ready; read -r end"],
    cwd: scene.worktree,
    env: scene.env,
    runId: `bench-${process.pid}-${runs++}`,
  });
  for await (const _line of child.lines) break;
  return async () => {
    await child.endInput();
    await child.exited;
  };
}

async function open(kind: string): Promise<ProcessHost> {
  if (kind === "bare") return localProcessHost();
  if (kind === "none") return inside(noneEngine());
  if (kind === "light") return inside(lightEngine());
  const image = held.use(await hostImage());
  if (kind === "container") return inside(image.engine);
  return running(image);
}

async function inside(engine: SandboxEngine): Promise<ProcessHost> {
  return held.use(await engine.prepare(scene.spec())).processHost;
}

/** A program in a container that runs already, which is what keeping one would give. */
async function running({ podman, image, environment }: Awaited<ReturnType<typeof hostImage>>) {
  const mounts = ["/usr", scene.worktree].flatMap((path) => ["--volume", `${path}:${path}`]);
  const flags = ["--detach", "--network", "none", "--entrypoint", "sleep", ...mounts];
  const id = await podman("run", ...flags, image, "infinity");
  const local = localProcessHost();
  const host: ProcessHost = {
    spawn: ({ command, args = [], ...spec }, signal) =>
      local.spawn(
        {
          ...spec,
          command: "podman",
          args: ["exec", "--interactive", "--workdir", spec.cwd, id, command, ...args],
          env: { ...spec.env, ...environment },
        },
        signal,
      ),
  };
  return host;
}
