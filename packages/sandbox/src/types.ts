import type { ProcessHost } from "@nucleic/process";

/** The engines there are. `none` confines nothing. */
export type SandboxEngineName = "none" | "light" | "container";

/** A file or folder of this machine that is there inside, at the same path. */
export interface SandboxMount {
  readonly path: string;
  readonly access: "read" | "write";
}

/** What programs inside may reach: nothing, everything that this machine reaches, or what is named. */
export type SandboxNetwork = "off" | "on" | AllowedNetwork;

/** By a proxy outside, which is the only way out. Programs find it by `HTTP_PROXY` and `HTTPS_PROXY`. */
export interface AllowedNetwork {
  /**
   * `api.example.com` (port 443), `example.com:8080`: exactly these names and ports, no patterns, no addresses. A server of this
   * machine, `localhost:3000`, is reached without the proxy, at the same port of the loopback inside.
   */
  readonly hosts: readonly string[];
  /** Ports of this machine's loopback that are there inside too, and are in no list that a person sees. */
  readonly ports?: readonly number[];
}

/** A host that a program was kept from. */
export interface RefusedHost {
  /** `example.com:443`. */
  readonly target: string;
  readonly reason: string;
}

/** Of all processes in one sandbox together. What is absent is not limited. */
export interface SandboxLimits {
  readonly memoryBytes?: number;
  /** Processes and threads at one time. */
  readonly processes?: number;
  /** Processors' worth of time; 1.5 is one and a half. */
  readonly cpus?: number;
}

/** A limit by its name. */
export type SandboxLimitName = keyof SandboxLimits;

/** What is inside. Everything else of this machine is not. */
export interface SandboxSpec {
  /**
   * Readable and writable. A linked worktree of git brings its repository: objects, its own branch and its own state can
   * be written; settings, hooks and other worktrees' state only read. The `.git` folder of a main checkout is read only.
   */
  readonly worktree: string;
  /** Toolchain caches, the program to run, its credentials: each by choice. */
  readonly mounts?: readonly SandboxMount[];
  /** Default `off`. */
  readonly network?: SandboxNetwork;
  /** Told of each host that the proxy refuses, at once. */
  readonly onRefused?: (refused: RefusedHost) => void;
  readonly limits?: SandboxLimits;
  /** Where an empty home stands that lives as long as the process. Default: the path of the user's home. */
  readonly home?: string;
  /** Of each of the home, `/tmp` and `/dev/shm`, which are memory. Default 512 MiB. */
  readonly scratchBytes?: number;
}

/** What stands between the programs inside and this machine. */
export interface Confinement {
  /** Only what the spec names can be read and written. */
  readonly files: boolean;
  /** No process outside can be seen or signalled. */
  readonly processes: boolean;
  /** `on` where nothing keeps programs from the network; `allowed` where a list does. */
  readonly network: "off" | "allowed" | "on";
  /** The list, as `name:port`. */
  readonly hosts?: readonly string[];
  /** Which limits hold. */
  readonly limits: readonly SandboxLimitName[];
}

/** Why an engine can't be used here. Closed: switch on the code. */
export interface UnavailableReason {
  readonly code: "platform" | "programMissing" | "refused" | "filesElsewhere";
  readonly message: string;
  /** How to mend it. */
  readonly hint: string;
}

/** Whether an engine can be used here. */
export type Availability =
  | {
      readonly available: true;
      /** The limits that it can hold on this machine. */
      readonly limits: readonly SandboxLimitName[];
    }
  | { readonly available: false; readonly reasons: readonly UnavailableReason[] };

/** How often a limit was run into so far. */
export interface LimitHit {
  readonly limit: SandboxLimitName;
  readonly count: number;
}

/** A prepared place for programs. */
export interface Sandbox extends AsyncDisposable {
  readonly engine: SandboxEngineName;
  /** Starts programs inside. What it gives is a `ProcessHandle` like any other. */
  readonly processHost: ProcessHost;
  readonly confinement: Confinement;
  /** The limits that programs ran into. Empty where the engine can't tell. */
  limitHits(): Promise<readonly LimitHit[]>;
  /** Ends what runs inside, then gives everything back. Idempotent. */
  close(): Promise<void>;
}

/** One way to confine programs. */
export interface SandboxEngine {
  readonly name: SandboxEngineName;
  /** Tries it with a real program; never throws. */
  available(): Promise<Availability>;
  /** @throws SandboxError `unavailable`, `filesElsewhere`, `specInvalid`, `gitUnsafe` or `limitUnavailable`; nothing is left then */
  prepare(spec: SandboxSpec): Promise<Sandbox>;
}
