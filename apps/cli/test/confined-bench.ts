import { chmod, cp, mkdir, writeFile } from "node:fs/promises";
import { basename, delimiter, join } from "node:path";
import { type KnownCliName, knownClis } from "@nucleic/lab";
import type { Reply } from "@nucleic/protocol/testing";
import { programMounts } from "@nucleic/sandbox";
import type { HostImage } from "@nucleic/sandbox/testing";
import { AgentBench } from "./agent-bench.ts";

/**
 * A bench whose agent finds its settings inside too: a home there is empty, and in the settings stands which model server to use. As a
 * person would who starts the agent by a script of their own.
 * @param image where the engine is a container
 */
export async function confinedBench(
  name: KnownCliName,
  replies: readonly Reply[],
  image?: HostImage,
): Promise<AgentBench> {
  const bench = await AgentBench.make(name, knownClis[name].testedVersions.at(-1) ?? "", ...replies);
  const folder = join(bench.place.dir, "started-by");
  await mkdir(folder);
  await cp(bench.env.HOME ?? "", join(folder, "settings"), { recursive: true });
  const script = join(folder, basename(bench.program));
  await writeFile(script, startedBy(folder, bench.program));
  await chmod(script, 0o755);
  const reads = [...(await programMounts(bench.program)), ...(image?.mounts ?? [])];
  bench.add({
    [bench.variable]: script,
    NUCLEIC_SANDBOX_READ: reads.map(({ path }) => path).join(delimiter),
    ...(image && { ...image.environment, NUCLEIC_SANDBOX_IMAGE: image.image }),
  });
  return bench;
}

const startedBy = (folder: string, program: string): string => `#!/bin/sh
cp -rn '${folder}/settings/.' "$HOME" 2>/dev/null
exec '${program}' "$@"
`;
