// Adds to a number in a file, many times: read, wait, write. Loses counts unless it is alone.
import { readFile, writeFile } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { withLock } from "../../src/lock.ts";

const [lock = "", file = "", times = "0"] = process.argv.slice(2);
for (let count = 0; count < Number(times); count++) {
  await withLock(lock, {}, async () => {
    const before = Number(await readFile(file, "utf8"));
    await nextTurn();
    await writeFile(file, String(before + 1));
  });
}
