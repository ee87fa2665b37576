import type { Scope } from "@nucleic/protocol/messages";
import type { NotificationSink, StartReport } from "@nucleic/runtime";
import type { Channel } from "@nucleic/sync/server";
import type { DeviceOptions } from "./devices/device-options.ts";
import type { PartsOptions } from "./parts.ts";
import type { HostSandboxOptions } from "./sandbox/sandbox-options.ts";

/** What a host is made of. */
export interface HostOptions extends Omit<PartsOptions, "onProblem" | "onSessionWritten"> {
  readonly version: string;
  /** Told of what the log is told too: without anything secret. */
  readonly onProblem?: (problem: HostProblem) => void;
  /**
   * Where a person is told that a session needs them, while no client says that they look at it. What they want to be told
   * of is in their settings: `notifySetting`. Default: nowhere.
   */
  readonly notify?: readonly NotificationSink[];
  /** What one client may send. Default: 200. */
  readonly intentsPerMinute?: number;
  /** What agents are confined with. Absent: nothing, and who asks for it is refused. */
  readonly sandbox?: HostSandboxOptions;
  /** Absent: clients of this process only. */
  readonly listen?: ListenOptions;
  /** Where paired devices reach it. Absent: nowhere, and nothing is paired. */
  readonly devices?: DeviceOptions;
}

/** Something that a person should hear of, though nothing had to stop for it. */
export interface HostProblem {
  /** Of a `RuntimeProblem`, or `policyFault`, `notificationFailed`. */
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** Who else may come. */
export interface ListenOptions {
  /** Default: one of the system's choosing. */
  readonly port?: number;
  /** Pages of others that may speak to it, exactly: `http://localhost:5173`. */
  readonly origins?: readonly string[];
  /** The token that it takes, for a page that is to come back by itself to the next host. Default: a new one of 256 bits. */
  readonly token?: string;
  /** The folder of its own page, built: `index.html`, and what is hashed in `assets`. Default: it has none. */
  readonly app?: string;
}

/** Which page is let in, and to what. */
export interface PageLinkOptions {
  /** Where the page is, of one of the origins that the host was started with, or its own. Its fragment is replaced. */
  readonly page: string;
  /** Default: everything but `admin`. */
  readonly scopes?: readonly Scope[];
}

/** The one process that owns a data directory: its sessions, and whoever follows and directs them. */
export interface Host extends AsyncDisposable {
  /** What the start found and did. */
  readonly started: StartReport;
  /** Where clients of other processes find it; `undefined` where it does not listen. */
  readonly address: { readonly url: string; readonly token: string } | undefined;
  /** Where paired devices reach it directly; `undefined` where they do not. */
  readonly deviceAddress: string | undefined;
  /** Who needs it besides this process: clients that came over the network, and sessions whose agent runs. */
  readonly users: { readonly clients: number; readonly sessions: number };
  /** A channel for a client in this very process, which may do everything. */
  connect(name: string): Channel;
  /**
   * An address that lets a page of another in, once and within 30 seconds: its fragment names the host and a code of 256
   * bits, which no server sees. The page changes it for a token of its own, which is good for its origin alone and as long as
   * the host's token is. @throws HostRefusal `unknownOrigin`; TypeError where `page` is no address
   */
  pageLink(options: PageLinkOptions): string;
  /** Resolves when for so long no client was there and no agent ran. Rejects when the signal aborts. */
  idle(forMs: number, signal: AbortSignal): Promise<void>;
  /** Ends in order: clients are told, agents are ended, everything is written. Idempotent. */
  close(): Promise<void>;
}
