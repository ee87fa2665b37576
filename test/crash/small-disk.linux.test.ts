import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { localProcessHost } from "@nucleic/process";
import { expect, it, onTestFinished } from "vitest";

const first = Number(process.env.NUCLEIC_SEED ?? 1);
const count = 8;

/** Runs it where it may mount: as root, or as what counts as root in a namespace of its own. */
async function onSmallDisks(): Promise<{ readonly reports: readonly Report[]; readonly failure: string }> {
  const place = await mkdtemp(join(tmpdir(), "nucleic-disk-"));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const program = fileURLToPath(new URL("small-disk.ts", import.meta.url));
  const node = [process.execPath, "--conditions=@nucleic/source", "--no-warnings"];
  const namespace = process.getuid?.() === 0 ? ["--mount"] : ["--mount", "--map-root-user"];
  await using child = localProcessHost().spawn({
    command: "unshare",
    args: [...namespace, ...node, program, place, `${first}`, `${count}`],
    cwd: place,
    env: { PATH: process.env.PATH ?? "" },
    runId: randomUUID(),
    stdin: "ignore",
  });
  const reports: Report[] = [];
  for await (const frame of child.lines)
    if (frame.kind === "line") reports.push(JSON.parse(Buffer.from(frame.bytes).toString()) as Report);
  const { error, stderrTail } = await child.exited;
  return { reports, failure: error?.message ?? stderrTail };
}

interface Report {
  readonly seed: number;
  readonly refused: number;
  readonly failed: number;
  readonly records: number;
  readonly faults: readonly string[];
}

it(`a full disk loses nothing that was acknowledged, and says so with a code (seeds ${first} to ${first + count - 1})`, async () => {
  const { reports, failure } = await onSmallDisks();
  // No mount is no success: it needs root, or namespaces for users (sysctl kernel.unprivileged_userns_clone=1).
  expect(failure).toBe("");
  expect(reports).toHaveLength(count);
  expect(reports.filter(({ faults }) => faults.length > 0)).toEqual([]);
  const sum = (kind: "refused" | "failed" | "records") => reports.reduce((all, one) => all + one[kind], 0);
  expect(sum("refused")).toBeGreaterThan(count);
  expect(sum("failed")).toBeGreaterThan(0);
  expect(sum("records")).toBeGreaterThan(50 * count);
}, 300_000);
