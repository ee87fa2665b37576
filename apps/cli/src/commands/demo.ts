import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command, Context } from "../context.ts";
import { runDemo } from "../demo/demo.ts";
import { demoInApp } from "../demo/demo-app.ts";
import { demoFile } from "../demo/files.ts";
import { makeDemoRepository } from "../demo/repository.ts";
import { openClient } from "../host/open-client.ts";

/** What `demo` takes. */
export interface DemoFlags {
  readonly keep?: boolean;
  /** In the app, for whoever sits before a terminal. */
  readonly open?: boolean;
}

/** Everything once, end to end, in a folder that is gone afterwards: no account, no network, nothing of the user's. */
export function demo(flags: DemoFlags): Command {
  return async (outer) => {
    const isSeen = flags.open === true && outer.terminal !== undefined;
    const base = await mkdtemp(join(tmpdir(), "nucleic-demo-"));
    const repository = join(base, "repository");
    const context: Context = {
      ...outer,
      cwd: repository,
      env: { ...outer.env, NUCLEIC_HOME: join(base, "home") },
    };
    try {
      await makeDemoRepository(repository, outer.env.PATH ?? "", outer.signals.ending);
      if (isSeen) return await demoInApp(context);
      const code = await inOwnHost(context);
      const source = await readFile(join(repository, demoFile), "utf8");
      await outer.stdout.lines([
        "",
        `${demoFile} in the repository is now:`,
        ...source
          .trimEnd()
          .split("\n")
          .map((line) => `  ${line}`),
      ]);
      return code;
    } finally {
      if (flags.keep) await outer.tell(`kept: ${base}`);
      else await rm(base, { recursive: true, force: true });
    }
  };
}

/** It has gone down when this resolves: its folder is removed next. */
async function inOwnHost(context: Context) {
  await using open = await openClient(context);
  return await runDemo(context, open.client);
}
