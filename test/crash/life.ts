// One life of a process that runs a runtime: three people at once make and use sessions as the seed decides, and what was
// acknowledged to them is told through the pipe. Meant to be killed.
//   life.ts DATA_DIR SEED LIFE    CRASH_FAILPOINT: where to die; CRASH_DISK=broken: the disk fails
import { openRuntime } from "@nucleic/runtime";
import { tell } from "./acks.ts";
import { randomAgent } from "./agent.ts";
import { attempt, expectBrokenDisk } from "./attempt.ts";
import { type Failpoint, mortalFiles } from "./failpoint.ts";
import { People } from "./people.ts";

const [dataDir = "", seed = "", life = ""] = process.argv.slice(2);
const failpoint = process.env.CRASH_FAILPOINT;
const reserveBytes = Number(process.env.CRASH_RESERVE ?? 64 * 1024);
if (process.env.CRASH_DISK === "broken") expectBrokenDisk();
process.on("unhandledRejection", fault).on("uncaughtException", fault);

await attempt("open", "", async () => {
  const runtime = await openRuntime({
    dataDir,
    backends: [randomAgent((tag) => tell({ a: "performed", tag }))],
    files: mortalFiles(failpoint === undefined ? undefined : (JSON.parse(failpoint) as Failpoint)),
    disk: { minFreeBytes: 0, reserveBytes },
    onProblem: ({ code, message, cause }) =>
      tell({ a: "problem", code, message: `${message}: ${cause ?? ""}` }),
  });
  await new People(runtime, `${seed}.${life}`).live();
  await attempt("close", "", () => runtime.close());
});
tell({ a: "end" });

function fault(error: unknown): void {
  tell({ a: "fault", what: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  process.exitCode = 1;
}
