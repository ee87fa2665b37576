import type { NpmLayout, VersionRange } from "@nucleic/adapter-kit";
import type { SessionSpec } from "@nucleic/protocol";
import type { AgentQuirks } from "../quirks/quirks.ts";
import type { ProjectSurface } from "../trust/surface.ts";

/**
 * What whoever drives an ACP agent has to know of it beyond the protocol. Data, so that another agent is an entry. What the
 * translation has to know is in its quirks.
 */
export interface AcpAgent {
  /** As in `--backend`. */
  readonly id: string;
  readonly quirks: AgentQuirks;
  readonly loginHint: string;
  /** Where npm keeps the native program behind the launcher. */
  readonly npm?: NpmLayout;
  /** How the version is told without a start: by a flag, or by the manifest of one of these npm packages. */
  readonly version: { readonly flag: RegExp } | { readonly manifests: readonly string[] };
  readonly versions?: VersionRange;
  /** Names of the environment that it may see besides those every agent may. */
  readonly environment: readonly string[];
  /** Variables of which any one logs it in. */
  readonly credentials: readonly string[];
  /** Files below HOME of which any one says that somebody has logged in. */
  readonly credentialFiles: readonly string[];
  /** Methods of `authenticate` that need no person where their variable is set. Tried only where it asks for one. */
  readonly authentication: readonly { readonly methodId: string; readonly variable: string }[];
  /** The modes that still ask. Offered under these names, or, with `unadvertisedModes`, taken without being offered. */
  readonly modes: readonly string[];
  readonly unadvertisedModes?: true;
  /** The mode that a session is put in where none is wanted and the agent begins in one that is not among `modes`. */
  readonly defaultMode?: string;
  /** The key in the `_meta` of a refusal that takes the person's reason to the model. Absent: there is no such place. */
  readonly denialReasonAt?: string;
  /** `_meta` of the requests that open a session; undefined where it has none. Throws for what it can't be told. */
  sessionMeta?(spec: SessionSpec): object | undefined;
  /**
   * Milliseconds after which it gives up a call of an MCP tool, whatever progress it is told of; `none` where it has been
   * seen to wait (330 s). Absent: nobody knows, and it is taken for a minute, the usual default of clients.
   */
  readonly mcpCallTimeoutMs?: number | "none";
  /** Whether `sessionMeta` carries `systemPromptAppend`. */
  readonly appendsSystemPrompt?: true;
  /** Adds to the arguments and the environment what makes the agent keep asking, and leave an untrusted project alone. */
  launch?(spec: SessionSpec): {
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  };
  /** What of a project's files it acts on. */
  readonly project: ProjectSurface;
}
