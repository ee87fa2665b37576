import { access } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Where the web UI lies, built; `undefined` where it is not: a workspace of which it was left out. */
export async function appFolder(): Promise<string | undefined> {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve("@nucleic/desktop/package.json")),
    "dist",
  );
  return access(join(folder, "index.html")).then(
    () => folder,
    () => undefined,
  );
}
