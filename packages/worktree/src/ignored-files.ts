import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { splitNulBytes } from "./git.ts";
import type { Checkout } from "./repository.ts";

/** Directories of this name hold what a tool makes again from what is tracked. */
const REBUILDABLE = new Set([
  "node_modules",
  "__pycache__",
  ".venv",
  ".tox",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".turbo",
  ".next",
  ".nuxt",
  ".svelte-kit",
  ".parcel-cache",
  ".gradle",
  ".terraform",
]);

/**
 * Ignored files that would be lost with a checkout. Left out is what needs no saving: directories of well-known names
 * that are made again (`node_modules`), directories marked with `CACHEDIR.TAG`, and files that stand unchanged at the
 * same place in the repository's own checkout, from which they were copied. `dist` and `build` are not left out: people
 * keep things there.
 */
export async function ignoredFilesAtRisk(
  checkout: Checkout,
  original: string | undefined,
  signal?: AbortSignal,
): Promise<Buffer[]> {
  const args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard"];
  const { stdout } = await checkout.git.run(args, {
    maxOutputBytes: MAX_LIST_BYTES,
    ...(signal && { signal }),
  });
  const cached = new Map<string, Promise<boolean>>();
  const atRisk: Buffer[] = [];
  for (const name of splitNulBytes(stdout)) {
    const path = name.toString();
    if (isRebuildable(path)) continue;
    if (await isInCache(checkout.top, path, cached)) continue;
    if (original !== undefined && (await isSameFile(join(original, path), join(checkout.top, path))))
      continue;
    atRisk.push(name);
  }
  return atRisk;
}

const MAX_LIST_BYTES = 512 * 1024 * 1024;
const MAX_COMPARED_BYTES = 8 * 1024 * 1024;

function isRebuildable(path: string): boolean {
  return path
    .split("/")
    .slice(0, -1)
    .some((part) => REBUILDABLE.has(part));
}

/** https://bford.info/cachedir/ */
async function isInCache(top: string, path: string, known: Map<string, Promise<boolean>>): Promise<boolean> {
  const parts = path.split("/").slice(0, -1);
  for (let depth = 1; depth <= parts.length; depth++) {
    const directory = parts.slice(0, depth).join("/");
    const tagged = known.get(directory) ?? hasCacheTag(join(top, directory));
    known.set(directory, tagged);
    if (await tagged) return true;
  }
  return false;
}

async function hasCacheTag(directory: string): Promise<boolean> {
  const text = await readFile(join(directory, "CACHEDIR.TAG"), "latin1").catch(() => "");
  return text.startsWith("Signature: 8a477f597d28d172789f06886806bc55");
}

async function isSameFile(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([a, b].map((path) => stat(path).catch(() => undefined)));
  if (!first?.isFile() || !second?.isFile()) return false;
  if (first.size !== second.size || first.size > MAX_COMPARED_BYTES) return false;
  const [one, other] = await Promise.all([readFile(a), readFile(b)]);
  return one.equals(other);
}
