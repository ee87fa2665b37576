import type { BackendCapabilities } from "@nucleic/protocol";
import { quirksOfCommand } from "../quirks/find-quirks.ts";
import type { AcpAgent } from "./agent.ts";

/** An agent that this package knows nothing of. */
export interface CustomAgent {
  /** Its backend is called `acp:<id>`. */
  readonly id: string;
  /** Default: the id, and that it is one over ACP. */
  readonly displayName?: string;
  /** The environment variable that names the program outright. Default: `NUCLEIC_` and the id. */
  readonly executableEnv?: string;
  /** A name to look for on PATH, or a path. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Names of the environment that it may see besides those every agent may; one that ends in `*` stands for all that begin so. */
  readonly environment?: readonly string[];
  /** Set for it, whatever the environment says. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * What it can do beyond what every agent of the protocol does. What is claimed here and not there at run time is
   * refused with `unsupported`.
   */
  readonly capabilities?: Partial<BackendCapabilities>;
  /** The modes that still ask. */
  readonly modes?: readonly string[];
  /** Files and folders of a project that it acts on, relative to the project. A project that has one has to be trusted. */
  readonly projectFiles?: readonly string[];
}

/** `NUCLEIC_MY_AGENT` for `my-agent`. */
export function executableEnvOf(name: string): string {
  return `NUCLEIC_${name.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}`;
}

/** A table entry for an agent that has none. */
export function customAgent(custom: CustomAgent): AcpAgent {
  const { id, displayName = `${custom.id} (ACP)`, command, args = [], environment = [], env } = custom;
  const plain = quirksOfCommand(command, args);
  return {
    id: `acp:${id}`,
    quirks: {
      ...plain,
      id: `acp:${id}`,
      displayName,
      start: {
        ...plain.start,
        executableEnv: custom.executableEnv ?? executableEnvOf(id),
        ...(env && { env }),
      },
      capabilities: { ...plain.capabilities, ...custom.capabilities },
    },
    loginHint: `Log in with ${displayName}'s own program`,
    version: { manifests: [] },
    environment,
    credentials: [],
    credentialFiles: [],
    authentication: [],
    modes: custom.modes ?? [],
    project: {
      files: (custom.projectFiles ?? []).map((path) => ({ path, kind: "other" })),
      untrusted: "refuse",
    },
  };
}
