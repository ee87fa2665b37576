import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Options } from "tsup";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/**
 * Writes `THIRD-PARTY.txt` beside the code that was built: the licence of every package of which some code is in it. The
 * build fails where a package brings none.
 */
export function thirdPartyNotices(): Plugin {
  return {
    name: "third-party-notices",
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd(async ({ metafile }) => {
        const { outdir = "dist", absWorkingDir = process.cwd() } = build.initialOptions;
        const used = Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) =>
          Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
        );
        const roots = new Set(used.flatMap((path) => packageRoot(resolve(absWorkingDir, path)) ?? []));
        const notices = [...roots].map(noticeOf).sort();
        if (notices.length === 0) return;
        const head = "The code in this folder holds code of these packages, under these licences.\n";
        const folder = resolve(absWorkingDir, outdir);
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, "THIRD-PARTY.txt"), [head, ...notices].join(`\n${"-".repeat(72)}\n\n`));
      });
    },
  };
}

/** The folder of the installed package that a file belongs to; `undefined` for a file of our own. */
function packageRoot(file: string): string | undefined {
  const [, root] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll("\\", "/")) ?? [];
  return root;
}

function noticeOf(root: string): string {
  const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    name: string;
    version: string;
  };
  const file = readdirSync(root).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (!file) throw new Error(`${name} is built in, but brings no licence`);
  return `${name} ${version}\n\n${readFileSync(join(root, file), "utf8").trim()}\n`;
}
