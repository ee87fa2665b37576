// Opening a session with a long transcript: `open-session.ts <records> <mode>`
//   whole        without a checkpoint
//   checkpoint   from the one that the first opening left
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRuntime } from "@nucleic/runtime";
import { writeLog } from "../log.ts";
import { sample } from "../measure.ts";

const [records = "100000", mode] = process.argv.slice(2);
const dir = await mkdtemp(join(tmpdir(), "nucleic-bench-"));
try {
  const session = join(dir, "sessions", "s");
  await mkdir(session, { recursive: true });
  await writeLog(join(session, "transcript.jsonl"), Number(records));
  await using runtime = await openRuntime({ dataDir: dir, backends: [] });
  await runtime.rebuild();
  const [found] = await runtime.listSessions();
  if (found === undefined) throw new Error("the session was not found");
  const open = () => runtime.openSession(found.id);
  if (mode === "checkpoint") await (await open()).close();
  let opened: Awaited<ReturnType<typeof open>> | undefined;
  await sample(async () => {
    opened = await open();
    return opened.lastSeq;
  });
  await opened?.close();
} finally {
  await rm(dir, { recursive: true, force: true });
}
