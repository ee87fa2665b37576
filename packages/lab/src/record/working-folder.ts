import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder for the CLI to work in, removed with this. */
export interface WorkingFolder extends AsyncDisposable {
  /** A real path, with no links in it. */
  readonly path: string;
}

/** Makes a folder with these files, by path relative to it. */
export async function workingFolder(files: Readonly<Record<string, string>>): Promise<WorkingFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "nucleic-lab-project-")));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}
