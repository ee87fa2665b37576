// Feeds a fleet of agents: `feeder.ts <stream> <lines per second> <seconds> <folders…>`. Waits for a line on its stdin, says `fed`
// when all is written but the last line of each agent, and waits again.
import { once } from "node:events";
import { type FileHandle, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const [stream = "", perSecond = "0", seconds = "0", ...folders] = process.argv.slice(2);
const lines = (await readFile(stream, "utf8")).trimEnd().split("\n");
const first = `${lines[0]}\n`;
const last = `${lines.at(-1)}\n`;
const body = lines.slice(1, -1);
const perAgent = Number(perSecond) * Number(seconds);

// For reading and writing, so that opening waits for nobody, and a reader sees no end before ours.
const pipes: FileHandle[] = [];
for (const folder of folders) pipes.push(await open(join(folder, "feed"), "r+"));
process.stdout.write("ready\n");
await once(process.stdin, "data");

const begun = performance.now();
const written = folders.map(() => 0);
const writing: Promise<unknown>[] = [];
for (const pipe of pipes) await pipe.write(first);
while (written.some((count) => count < perAgent)) {
  const passedMs = performance.now() - begun;
  for (const [i, pipe] of pipes.entries()) {
    // Each a little later than the one before: agents do not speak in step.
    const due = Math.min(perAgent, Math.floor(((passedMs - i / pipes.length) * Number(perSecond)) / 1_000));
    const from = written[i] ?? 0;
    if (due <= from) continue;
    written[i] = due;
    const text = body.slice(from, due).map((line) => `${line}\n`);
    await pipe.write(text.join(""));
  }
  await sleep(1);
}
process.stdout.write("fed\n");
await once(process.stdin, "data");
for (const pipe of pipes) {
  await pipe.write(last);
  writing.push(pipe.close());
}
await Promise.all(writing);
process.exit();
