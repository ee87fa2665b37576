// One long line between two short ones: `ours`, or `readline`, which is the fastest thing at hand that stays linear.
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { decodeUtf8, LineSplitter } from "@nucleic/process";
import { sample } from "../measure.ts";

const [mode, mib = "50"] = process.argv.slice(2);
const chunk = Buffer.alloc(64 * 1024, "x");
const chunks = Number(mib) * 16;

function* bytes(): Generator<Buffer> {
  yield Buffer.from("first\n");
  for (let i = 0; i < chunks; i++) yield chunk;
  yield Buffer.from("\nlast\n");
}

await sample(async () => {
  let seen = 0;
  if (mode === "ours") {
    const splitter = new LineSplitter();
    for await (const part of Readable.from(bytes()))
      for (const frame of splitter.push(part as Buffer))
        if (frame.kind === "line") seen += decodeUtf8(frame.bytes).length;
  } else {
    const reader = createInterface({ input: Readable.from(bytes()), crlfDelay: Number.POSITIVE_INFINITY });
    reader.on("line", (line) => {
      seen += line.length;
    });
    await once(reader, "close");
  }
  return seen;
});
