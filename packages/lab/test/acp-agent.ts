import type { KnownCliName, ModelApiName, ReplyFunction, ScriptedModel } from "@nucleic/lab";
import { knownClis, realCli, scriptedModel } from "@nucleic/lab";
import { createJsonRpcPeer, localProcessHost, type RequestHandler } from "@nucleic/process";
import type { Reply, Scenario } from "@nucleic/protocol/testing";
import { workingFolder } from "../src/record/working-folder.ts";

/** What a test says to an agent that speaks ACP, and what it answers when it is asked. */
export interface AcpRun {
  readonly replies?: readonly Reply[];
  readonly subagentReplies?: readonly Reply[];
  readonly reply?: ReplyFunction;
  /** The kind of the option that is chosen wherever the agent asks for permission. Default `allow_once`. */
  readonly choose?: string;
  /** Further requests that the agent may make. */
  readonly requests?: Readonly<Record<string, RequestHandler>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Files of the working folder, by path relative to it. */
  readonly files?: Readonly<Record<string, string>>;
}

/** An agent in a session of its own, in a folder of its own, with a scripted model. */
export interface AcpAgent extends AsyncDisposable {
  readonly model: ScriptedModel;
  readonly cwd: string;
  /** Params of every notification so far, by method. */
  readonly notified: readonly { readonly method: string; readonly params: Fields }[];
  /** Titles of what it asked permission for. */
  readonly asked: readonly string[];
  prompt(text: string): Promise<Fields>;
  request(method: string, params: Fields): Promise<Fields>;
  /** The text of all chunks of that kind, joined. */
  text(kind: "agent_message_chunk" | "agent_thought_chunk"): string;
  /** Updates of the session, by their kind. */
  updates(kind: string): readonly Fields[];
  /** Resolves when there is one of that kind, at the latest now. */
  untilUpdate(kind: string): Promise<void>;
  /** Ends the agent; the model and the folders stay until it is disposed of. */
  close(): Promise<void>;
}

export type Fields = Readonly<Record<string, unknown>>;

const fields = (value: unknown): Fields => (typeof value === "object" && value !== null ? { ...value } : {});
const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fields) : []);

/** Starts the CLI, greets it and opens a session. */
export async function acpAgent(
  name: KnownCliName,
  version: string,
  args: readonly string[],
  run: AcpRun,
): Promise<AcpAgent> {
  await using stack = new AsyncDisposableStack();
  const cli = await realCli(name, version);
  const api: ModelApiName = knownClis[name].api;
  const scenario: Scenario = {
    name: "acp",
    replies: run.replies ?? [],
    ...(run.subagentReplies && { subagentReplies: run.subagentReplies }),
  };
  const model = stack.use(await scriptedModel({ api, scenario, ...(run.reply && { reply: run.reply }) }));
  const place = stack.use(await cli.environment({ baseUrl: model.url, ...(run.env && { extra: run.env }) }));
  const { path: cwd } = stack.use(await workingFolder(run.files ?? {}));
  const runId = crypto.randomUUID();
  const agent = stack.use(localProcessHost().spawn({ command: cli.path, args, cwd, env: place.env, runId }));

  const notified: { method: string; params: Fields }[] = [];
  const arrivals = new EventTarget();
  const asked: string[] = [];
  const permission: RequestHandler = (params) => {
    const { toolCall, options } = fields(params);
    asked.push(String(fields(toolCall).title));
    const option = list(options).find(({ kind }) => kind === (run.choose ?? "allow_once"));
    return {
      outcome: option ? { outcome: "selected", optionId: option.optionId } : { outcome: "cancelled" },
    };
  };
  const peer = createJsonRpcPeer({
    lines: agent.lines,
    writeLine: (line) => agent.writeLine(line),
    header: true,
    requests: { "session/request_permission": permission, ...run.requests },
    onNotification: (method, params) => {
      notified.push({ method, params: fields(params) });
      arrivals.dispatchEvent(new Event("notified"));
    },
  });
  const request = async (method: string, params: Fields) => fields(await peer.request(method, params));
  await request("initialize", {
    protocolVersion: 1,
    clientCapabilities: {},
    clientInfo: { name: "lab", version: "0" },
  });
  const { sessionId } = await request("session/new", { cwd, mcpServers: [] });
  const updates = (kind: string) =>
    notified
      .filter(({ method }) => method === "session/update")
      .map(({ params }) => fields(params.update))
      .filter(({ sessionUpdate }) => sessionUpdate === kind);
  const resources = stack.move();
  return {
    model,
    cwd,
    notified,
    asked,
    request,
    updates,
    prompt: (text) => request("session/prompt", { sessionId, prompt: [{ type: "text", text }] }),
    text: (kind) =>
      updates(kind)
        .map(({ content }) => fields(content).text)
        .join(""),
    async untilUpdate(kind) {
      while (updates(kind).length === 0)
        await new Promise((resolve) => arrivals.addEventListener("notified", resolve, { once: true }));
    },
    close: async () => void (await agent.stop()),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
