import { createHash } from "node:crypto";
import type { QueryArgs, QueryKind, QueryResult } from "@nucleic/protocol/messages";
import { notifySetting } from "@nucleic/runtime";
import type { HostContext } from "./context.ts";
import type { HostHealth } from "./health.ts";
import { nativeSessions } from "./history/native-sessions.ts";
import { pastRequests } from "./history/past-requests.ts";
import { forecast } from "./integration/forecast.ts";
import { salvage } from "./integration/salvage.ts";
import { readTrust } from "./intents/administer.ts";
import { listDevices, pairingState } from "./intents/devices.ts";
import { pushKey } from "./intents/push.ts";
import { projectById } from "./intents/start.ts";
import { sessionFiles } from "./session-files.ts";

export interface QueryContext extends HostContext {
  readonly health: HostHealth;
}

type Responder<K extends QueryKind> = (host: QueryContext, args: QueryArgs<K>) => Promise<QueryResult<K>>;

const defaultDiffBytes = 512 * 1024;

/** How each kind of query is answered. */
const responders: { readonly [K in QueryKind]: Responder<K> } = {
  async projects({ runtime }) {
    return (await runtime.projects.list()).map((project) => ({ ...project }));
  },
  async projectAt({ runtime, worktrees }, { path }) {
    const { rootPath } = await worktrees.repositoryAt(path);
    const project = await runtime.projects.byRoot(rootPath);
    return project ? { project: { ...project } } : {};
  },
  async backends({ runtime, ending }, { probe: isProbed = true }) {
    const all = [...runtime.backends.values()].map(async (backend) => {
      const { id, displayName, capabilities, installHint, modes, versions } = backend.describe();
      const probe = isProbed
        ? await backend
            .probe(ending)
            .catch((error: unknown) => ({ installed: false, failure: String(error) }))
        : { installed: false };
      const about = { id, displayName, capabilities, installHint, ...(modes && { modes: [...modes] }) };
      const oldest = versions && { oldestVersion: versions.oldest };
      return { ...about, ...oldest, ...probe };
    });
    return Promise.all(all);
  },
  async models({ runtime, ending }, { backend }) {
    const models = await runtime.backends.get(backend)?.listModels?.(ending);
    return models ? { models: models.map((model) => ({ ...model })) } : {};
  },
  async rules({ runtime }, { projectId, sessionId }) {
    const rules = await runtime.rules.list({
      ...(projectId !== undefined && { projectId }),
      ...(sessionId !== undefined && { sessionId }),
    });
    return rules.map((rule) => ({ ...rule, match: { ...rule.match } }));
  },
  async search({ runtime, ending }, { query, limit, projectId, maxWaitMs }) {
    const { hits, isComplete } = await runtime.search(query, {
      signal: ending,
      ...(maxWaitMs !== undefined && { maxWaitMs }),
      ...(limit !== undefined && { limit }),
      ...(projectId !== undefined && { projectId }),
    });
    const items = hits.map(({ snippet, ...hit }) => ({
      ...hit,
      text: snippet.text,
      marks: snippet.marks.map(([from, to]): [number, number] => [from, to]),
    }));
    return { hits: items, isComplete };
  },
  async usage({ runtime }, args) {
    const given = Object.entries(args).filter(([, value]) => value !== undefined);
    return (await runtime.usage(Object.fromEntries(given))).map((sum) => ({ ...sum }));
  },
  async diff(host, { sessionId, fromByte = 0, maxBytes = defaultDiffBytes }) {
    const record = await host.runtime.findSession(sessionId);
    const project = await projectById(host, record.projectId);
    const { patch, files } = await host.worktrees.diff(project, record);
    const bytes = Buffer.from(patch);
    const end = endOfPiece(bytes, fromByte, maxBytes);
    return {
      patch: bytes.toString("utf8", fromByte, end),
      isCut: end < bytes.length,
      sizeBytes: bytes.length,
      hash: createHash("sha256").update(bytes).digest("hex"),
      files: files.map(({ path, added, removed }) => ({ path, added: added ?? 0, removed: removed ?? 0 })),
    };
  },
  files: sessionFiles,
  async trust(host, { projectId, backend, sessionId }) {
    const cwd = sessionId && (await host.runtime.findSession(sessionId)).cwd;
    return readTrust(host, await projectById(host, projectId), backend, cwd);
  },
  conflicts: forecast,
  salvage,
  async notifications({ runtime }) {
    const { quietHours, ...rest } = await runtime.settings.get(notifySetting);
    return {
      ...rest,
      projects: { ...rest.projects },
      sessions: { ...rest.sessions },
      ...(quietHours && { quietHours }),
    };
  },
  nativeSessions,
  pastRequests,
  devices: listDevices,
  push: pushKey,
  pairing: pairingState,
  health: async ({ health }) => health.report(),
};

/** Answers a query. @throws whatever refuses it, with a code */
export function respond<K extends QueryKind>(
  host: QueryContext,
  kind: K,
  args: QueryArgs<K>,
): Promise<QueryResult<K>> {
  return responders[kind](host, args);
}

/** Where a piece of so many bytes ends: with a line, else with a character, so that each piece is text. */
function endOfPiece(bytes: Buffer, from: number, maxBytes: number): number {
  const most = from + maxBytes;
  if (bytes.length <= most) return bytes.length;
  const line = bytes.lastIndexOf(0x0a, most - 1);
  if (line >= from) return line + 1;
  let end = most;
  while (end > from && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return end;
}
