import type { QueryArgs, QueryKind, QueryResult } from "@nucleic/protocol/messages";
import type { HostContext } from "./context.ts";
import type { HostHealth } from "./health.ts";
import { readTrust } from "./intents/administer.ts";
import { projectById } from "./intents/start.ts";

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
  async backends({ runtime, ending }) {
    const all = [...runtime.backends.values()].map(async (backend) => {
      const { id, displayName, capabilities, installHint, modes } = backend.describe();
      const probe = await backend.probe(ending).catch(() => ({ installed: false }));
      const about = { id, displayName, capabilities, installHint, ...(modes && { modes: [...modes] }) };
      return { ...about, ...probe };
    });
    return Promise.all(all);
  },
  async rules({ runtime }, { projectId, sessionId }) {
    const rules = await runtime.rules.list({
      ...(projectId !== undefined && { projectId }),
      ...(sessionId !== undefined && { sessionId }),
    });
    return rules.map(({ match: _match, ...rule }) => rule);
  },
  async search({ runtime, ending }, { query, limit, projectId }) {
    const { hits, isComplete } = await runtime.search(query, {
      signal: ending,
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
  async diff(host, { sessionId, maxBytes = defaultDiffBytes }) {
    const record = await host.runtime.findSession(sessionId);
    const project = await projectById(host, record.projectId);
    const { patch, files } = await host.worktrees.diff(project, record);
    const cut = cutBytes(patch, maxBytes);
    return {
      patch: cut,
      isCut: cut.length < patch.length,
      files: files.map(({ path, added, removed }) => ({ path, added: added ?? 0, removed: removed ?? 0 })),
    };
  },
  async trust(host, { projectId, backend, sessionId }) {
    const cwd = sessionId && (await host.runtime.findSession(sessionId)).cwd;
    return readTrust(host, await projectById(host, projectId), backend, cwd);
  },
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

/** At most so many bytes of UTF-8, cut at the end of a line. */
function cutBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  const end = bytes.lastIndexOf(0x0a, maxBytes - 1);
  return bytes.toString("utf8", 0, end + 1);
}
