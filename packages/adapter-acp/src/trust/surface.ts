import type { ProjectConfigItem } from "@nucleic/protocol";

/** A file or folder of a project that an agent acts on before anyone has said a word. */
export interface SurfaceFile {
  /** Relative to the project. Everything in a folder counts, hook scripts and all. */
  readonly path: string;
  readonly kind: ProjectConfigItem["kind"];
  /**
   * The agent also looks for it in the folders above: up to the root of the `repository`, or of the file system. What is
   * the user's own, such as `~/.codex`, is then no part of a project that lies in their home.
   */
  readonly above?: "repository" | "everywhere";
  /** Names right inside of the folder that hold no configuration. */
  readonly ignored?: readonly string[];
}

/** What of a project's own files an agent would run, or let itself be widened by. */
export interface ProjectSurface {
  readonly files: readonly SurfaceFile[];
  /**
   * What becomes of a project that nobody has trusted: `gated`: the agent is started so that it leaves those files alone;
   * `refuse`: it can't be, so that a project which has any of them is not worked on.
   */
  readonly untrusted: "gated" | "refuse";
}
