import { createHash } from "node:crypto";
import { LoopbackServer } from "@nucleic/loopback";
import { type Clock, type McpServerSpec, type SessionId, systemClock } from "@nucleic/protocol/core";
import type { ControlHandlers } from "./handlers.ts";
import { systemPrompt } from "./system-prompt.ts";
import { type ToolName, toolNames } from "./tools/names.ts";

/** The way of one session's agent to its handlers. Disposing of it ends the token and every call that is held. */
export interface ControlGrant extends AsyncDisposable {
  /** The name to give it in `SessionSpec.mcpServers`: of this session alone, and not to be known before it began. */
  readonly serverName: string;
  /** The names of its tools, as the agent calls them. */
  readonly toolNames: readonly string[];
  /** Where it is, with the token. Belongs into the session's spec and nowhere else. */
  readonly mcpServer: McpServerSpec;
  /** What the agent has to be told about it, for `SessionSpec.systemPromptAppend`. */
  readonly systemPrompt: string;
}

/** What the server runs on. */
export interface ControlServerOptions {
  /** Default: the real clock. */
  readonly clock?: Clock;
}

/** What is known of the agent that calls. */
export interface ControlLimits {
  /**
   * Milliseconds after which it gives up a call, where that can't be changed. A call of `ask_user` is then held for three
   * quarters of it, and the agent is asked to call again; its question stays. Default: held for as long as it takes.
   */
  readonly callTimeoutMs?: number;
}

/** What is asked of the CLIs that take a limit for one call: a week. */
const CALL_TIMEOUT_MS = 7 * 86_400_000;

/**
 * Nucleic Control: the MCP server through which the agents of this process speak up. One for all its sessions, on loopback,
 * there while a session needs it; each session has a token of 256 bits that ends with it.
 */
export class ControlServer {
  readonly #clock: Clock;
  readonly #server = new LoopbackServer();

  constructor({ clock = systemClock }: ControlServerOptions = {}) {
    this.#clock = clock;
  }

  /** Opens a way for the agent of a session. @throws what listening on loopback throws */
  async open(
    sessionId: SessionId,
    handlers: ControlHandlers,
    { callTimeoutMs }: ControlLimits = {},
  ): Promise<ControlGrant> {
    // The SDK and the schemas take longer to load than all of nucleic: they come with the first agent.
    const { ControlDesk } = await import("./control-desk.ts");
    const serverName = serverNameOf(sessionId);
    const holdMs = callTimeoutMs === undefined ? undefined : callTimeoutMs * 0.75;
    const desk = new ControlDesk({ serverName, handlers, clock: this.#clock, holdMs });
    const seat = await this.#server.open((request, response, body) => desk.serve(request, response, body));
    return {
      serverName,
      toolNames: toolNames.filter((name) => isOffered(name, handlers)),
      mcpServer: {
        transport: "http",
        url: seat.url,
        headers: { Authorization: `Bearer ${seat.token}` },
        callTimeoutMs: CALL_TIMEOUT_MS,
        alwaysLoad: true,
        optional: true,
      },
      systemPrompt: systemPrompt(serverName, handlers.hostExec !== undefined),
      async [Symbol.asyncDispose]() {
        desk.close();
        await seat.leave();
      },
    };
  }
}

/** A sandboxed agent alone has a host to speak of. */
function isOffered(name: ToolName, { hostExec }: ControlHandlers): boolean {
  return name !== "host_exec" || hostExec !== undefined;
}

/**
 * The server's name in one session. A repository that names a server of its own cannot have known it, so that what is
 * allowed under this name is allowed to us alone; it stays the same when the session is taken up again, so that what the
 * agent remembers still holds.
 */
function serverNameOf(sessionId: SessionId): string {
  const digest = createHash("sha256").update(`nucleic control of ${sessionId}`).digest("hex");
  return `nucleic_${digest.slice(0, 12)}`;
}
