import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Memories, Message } from "@nucleic/protocol/testing";

/** The demo agent's sessions as files, one for each: what was said in it, so that a later process can take it up. */
export function sessionFiles(dir: string): Memories {
  const fileOf = (id: string) => join(dir, `${id}.json`);
  return {
    async load(id) {
      // What is no name of ours is no path either.
      if (!/^demo-[\w-]+$/.test(id)) return undefined;
      const text = await readFile(fileOf(id), "utf8").catch(absent);
      return text === undefined ? undefined : (JSON.parse(text) as Message[]);
    },
    async save(id, messages) {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      // Written aside and renamed, so that nobody ever reads half a session.
      await writeFile(`${fileOf(id)}.tmp`, JSON.stringify(messages), { mode: 0o600 });
      await rename(`${fileOf(id)}.tmp`, fileOf(id));
    },
  };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
