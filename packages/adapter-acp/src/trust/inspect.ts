import { join, relative, resolve } from "node:path";
import {
  ancestorsOf,
  type BoundFile,
  oneLine,
  projectConfig,
  readBounded,
  sha256,
  upToRepository,
  walk,
} from "@nucleic/adapter-kit";
import { NucleicError, type ProjectConfig, type ProjectConfigItem } from "@nucleic/protocol/core";
import type { ProjectSurface, SurfaceFile } from "./surface.ts";

/**
 * What the repository at `dir` would make an agent run or widen: every file of its surface, each with its text in a line.
 * The text is not taken apart: six formats and more would each need a reader that agrees with the agent's own. The hash
 * covers the raw bytes.
 */
export async function inspectSurface(surface: ProjectSurface, dir: string): Promise<ProjectConfig> {
  const bound: BoundFile[] = [];
  const items: ProjectConfigItem[] = [];
  for (const file of surface.files)
    for (const folder of await foldersOf(file, resolve(dir))) {
      const ignored = new Set(file.ignored);
      for (const { path, skipped } of await walk(folder, file.path, ignored)) {
        // A link to nothing, or a file that went away meanwhile, says nothing.
        const found = await look(folder, path, skipped);
        if (!found) continue;
        const shown = relative(dir, join(folder, path));
        bound.push([shown, found.bound]);
        items.push({
          file: shown,
          kind: found.readable ? kindOf(file, path) : "unreadable",
          text: oneLine(found.text),
        });
      }
    }
  return projectConfig(bound, items);
}

async function foldersOf({ above }: SurfaceFile, dir: string): Promise<readonly string[]> {
  if (above === undefined) return [dir];
  return above === "everywhere" ? ancestorsOf(dir) : upToRepository(ancestorsOf(dir));
}

/**
 * Lets no project through that nobody has trusted and that the agent can't be kept from acting on.
 * @throws NucleicError `notTrusted`
 */
export async function checkTrust(surface: ProjectSurface, dir: string, trusted: boolean): Promise<void> {
  if (trusted || surface.untrusted === "gated" || surface.files.length === 0) return;
  const { items } = await inspectSurface(surface, dir);
  const [first] = items;
  if (!first) return;
  throw new NucleicError("notTrusted", `the project's own ${first.file} has not been trusted`, {
    hint: "Look at what it would run, and trust the project",
  });
}

interface Look {
  readonly readable: boolean;
  readonly bound: string;
  readonly text: string;
}

async function look(folder: string, path: string, skipped: string | undefined): Promise<Look | undefined> {
  if (skipped !== undefined) return unreadable(skipped);
  const read = await readBounded(join(folder, path));
  if (read.status === "absent") return undefined;
  if (read.status === "unreadable") return unreadable(read.reason);
  return { readable: true, bound: sha256(read.bytes), text: new TextDecoder().decode(read.bytes) };
}

const unreadable = (reason: string): Look => ({
  readable: false,
  bound: `unreadable: ${reason}`,
  text: reason,
});

/** What a path says about what is in the file, whichever agent's folder it stands in. */
const kinds: readonly (readonly [pattern: RegExp, kind: ProjectConfigItem["kind"]])[] = [
  [/(^|\/)hooks(\.json$|\/)/, "hook"],
  [/(^|\/)\.?mcp\.json$/, "mcpServer"],
  [/(^|\/)\.?lsp\.json$/, "helper"],
  [/(^|\/)(plugins?|extensions|tools?)\//, "plugin"],
  [/(^|\/)\.env$/, "env"],
];

function kindOf(file: SurfaceFile, path: string): ProjectConfigItem["kind"] {
  if (file.kind !== "other") return file.kind;
  return kinds.find(([pattern]) => pattern.test(path))?.[1] ?? "other";
}
