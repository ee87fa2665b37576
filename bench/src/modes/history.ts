// Finding records in a long transcript, as a host that runs does, time after time:
//   last     the last 200 records, from the end
//   seek     the same 200 by their seq
//   tail     `tail -n 200`, its lines parsed
//   scan     the same by reading everything, once
import { spawn } from "node:child_process";
import { readLast, readRecords, systemFiles } from "@nucleic/runtime";
import { sample, sampleEach } from "../measure.ts";

const [mode = "", path = "", count = "0", ...files] = process.argv.slice(2);
const wanted = 200;
const fromSeq = Number(count) - wanted + 1;

const modes: Record<string, () => Promise<number>> = {
  last: async () => (await readLast(systemFiles, path, wanted)).length,
  seek: () => read({ fromSeq }),
  scan: () => read({ fromSeq, fromOffset: 0 }),
  async tail() {
    const text = await outputOf("tail", ["-n", String(wanted), files.at(-1) ?? path]);
    return text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown).length;
  },
};
const work = modes[mode] ?? (() => Promise.reject(new Error(`no mode ${mode}`)));
if (mode === "scan") await sample(work);
else
  await sampleEach(100, async () => {
    await work();
    return () => Promise.resolve();
  });

async function read(options: { readonly fromSeq: number; readonly fromOffset?: number }): Promise<number> {
  let seen = 0;
  for await (const records of readRecords(systemFiles, path, options)) seen += records.length;
  return seen;
}

async function outputOf(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
