import { JsonRpcError } from "@nucleic/process";
import { NucleicError, type SessionSpec } from "@nucleic/protocol/core";
import type { AcpAgent } from "../agents/agent.ts";
import type { Json } from "../wire/messages.ts";
import { name } from "../wire/read.ts";
import type { Connection } from "./connection.ts";
import { mcpServers } from "./mcp-servers.ts";
import { type AgentOffers, readOffers, readSessionOffers, type SessionOffers } from "./offers.ts";

/** The protocol's version that is spoken here. */
const PROTOCOL = 1;
/** Gemini and opencode take 5 s and more on a quiet machine with a warm disk. */
const INITIALIZE_TIMEOUT_MS = 120_000;
/** It may start MCP servers, and read back a long history. */
const OPEN_TIMEOUT_MS = 300_000;
const AUTHENTICATION_REQUIRED = -32000;

interface OpenOptions {
  readonly agent: AcpAgent;
  readonly connection: Connection;
  readonly spec: SessionSpec;
  /** What the agent may have us do: its own files and terminals, unless that was asked for. */
  readonly clientCapabilities: Json;
  readonly environment: Readonly<Record<string, string>>;
  readonly resume: { readonly backendSessionId: string; readonly fork: boolean } | undefined;
  /** Waits until a session of that id may be loaded. */
  readonly untilLoadable: (backendSessionId: string) => Promise<void>;
}

export interface OpenedSession {
  readonly backendSessionId: string;
  readonly agentOffers: AgentOffers;
  readonly sessionOffers: SessionOffers;
}

/**
 * Greets the agent and opens the session: a new one, the earlier one where it is to be taken up, or a fork of that.
 * @throws NucleicError `unsupported`, `unknownSession`, `notLoggedIn`, `exitedEarly`
 */
export async function openSession(options: OpenOptions): Promise<OpenedSession> {
  const { agent, connection, spec, resume } = options;
  const { displayName } = agent.quirks;
  const greeting = {
    protocolVersion: PROTOCOL,
    clientCapabilities: options.clientCapabilities,
    clientInfo: { name: "nucleic", title: "Nucleic", version: "1" },
  };
  const offers = readOffers(
    await connection.ask("initialize", greeting, INITIALIZE_TIMEOUT_MS).catch(refused(displayName)),
  );
  if (offers.protocolVersion !== PROTOCOL)
    throw new NucleicError(
      "unsupported",
      `${displayName} speaks version ${offers.protocolVersion} of the protocol`,
    );
  const params = {
    cwd: spec.cwd,
    mcpServers: mcpServers(spec.mcpServers ?? {}, offers.httpServers),
    ...directories(spec, offers, displayName),
    ...metaOf(agent, spec),
  };
  const method = resume ? wayBack(offers, resume.fork, displayName) : "session/new";
  const earlier = resume && { sessionId: resume.backendSessionId };
  if (method === "session/load") await options.untilLoadable(resume?.backendSessionId ?? "");
  const open = () => connection.ask(method, { ...params, ...earlier }, OPEN_TIMEOUT_MS);
  const result = await open()
    .catch((error: unknown) => afterLogin(error, options, offers, open))
    .catch(resume ? unknown(displayName) : refused(displayName));
  // Taking a session up does not change its id; a fork gets one of its own.
  const backendSessionId = name(result.sessionId) ?? (resume?.fork ? undefined : resume?.backendSessionId);
  if (backendSessionId === undefined)
    throw new NucleicError("protocolViolation", `${displayName} gave the session no id`);
  return { backendSessionId, agentOffers: offers, sessionOffers: readSessionOffers(result) };
}

/** session/resume repeats nothing; session/load repeats all that was said, which the translation keeps to itself. */
function wayBack(offers: AgentOffers, fork: boolean, displayName: string): string {
  if (fork && offers.fork) return "session/fork";
  if (!fork && offers.resume) return "session/resume";
  if (!fork && offers.load) return "session/load";
  throw new NucleicError("unsupported", `${displayName} can't ${fork ? "fork" : "take up"} a session`);
}

function directories(spec: SessionSpec, offers: AgentOffers, displayName: string): Json {
  const { addDirs = [] } = spec;
  if (addDirs.length === 0) return {};
  if (!offers.additionalDirectories)
    throw new NucleicError("unsupported", `${displayName} works in one folder only`);
  return { additionalDirectories: addDirs };
}

function metaOf(agent: AcpAgent, spec: SessionSpec): Json {
  const meta = agent.sessionMeta?.(spec);
  return meta ? { _meta: meta } : {};
}

/** Logs in by the first method that needs no person, and tries again; else says that somebody has to. */
async function afterLogin(
  error: unknown,
  { agent, connection, environment }: OpenOptions,
  { authMethods }: AgentOffers,
  again: () => Promise<Json>,
): Promise<Json> {
  if (!(error instanceof JsonRpcError) || error.code !== AUTHENTICATION_REQUIRED) throw error;
  const way = agent.authentication.find(
    ({ methodId, variable }) => authMethods.includes(methodId) && environment[variable],
  );
  const { displayName } = agent.quirks;
  const notLoggedIn = (cause: unknown) =>
    new NucleicError("notLoggedIn", `${displayName} has no credentials`, { cause, hint: agent.loginHint });
  if (!way) throw notLoggedIn(error);
  try {
    await connection.ask("authenticate", { methodId: way.methodId }, OPEN_TIMEOUT_MS);
  } catch (cause) {
    throw cause instanceof JsonRpcError ? notLoggedIn(cause) : cause;
  }
  return await again();
}

/** What the agent answers to a request that opens a session is no more than words; its data says more, where it is text. */
const said = (error: JsonRpcError) =>
  typeof error.data === "string" ? `${error.message}: ${error.data}` : error.message;

const refused = (displayName: string) => (error: unknown) => {
  if (!(error instanceof JsonRpcError)) throw error;
  throw new NucleicError("exitedEarly", `${displayName} opens no session`, {
    cause: error,
    hint: said(error),
  });
};

const unknown = (displayName: string) => (error: unknown) => {
  if (!(error instanceof JsonRpcError)) throw error;
  throw new NucleicError("unknownSession", `${displayName} can't take up this session`, {
    cause: error,
    hint: said(error),
  });
};
