import { createJsonRpcPeer, localProcessHost, type RequestHandler } from "@nucleic/process";
import type { Reply } from "@nucleic/protocol/testing";
import { knownClis, realCli, type ScriptedModel, scriptedModel } from "../src/index.ts";
import { workingFolder } from "../src/record/working-folder.ts";

/** A thread of `codex app-server`. */
export interface AppServerRun {
  readonly replies: readonly Reply[];
  /** More of `thread/start`; by default nobody is asked, and the sandbox may write in the working folder. */
  readonly thread?: Fields;
  /** Requests that it may make, by method. */
  readonly requests?: Readonly<Record<string, RequestHandler>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Before `app-server`. */
  readonly flags?: readonly string[];
}

export type Fields = Readonly<Record<string, unknown>>;

/** One process with one thread, in a folder of its own, with a scripted model. */
export interface AppServer extends AsyncDisposable {
  readonly model: ScriptedModel;
  readonly cwd: string;
  /** Params of the notifications of that method so far. */
  notified(method: string): readonly Fields[];
  /** Resolves when one of that method has come, at the latest now. */
  untilNotified(method: string): Promise<void>;
  /** Starts a turn, and resolves with it when it is over. */
  turn(more?: Fields): Promise<Fields>;
}

const fields = (value: unknown): Fields => (typeof value === "object" && value !== null ? { ...value } : {});

/** Starts the real Codex and opens a thread. */
export async function codexAppServer(version: string, run: AppServerRun): Promise<AppServer> {
  await using stack = new AsyncDisposableStack();
  const codex = await realCli("codex", version);
  const scenario = { name: "app-server", replies: run.replies };
  const model = stack.use(await scriptedModel({ api: knownClis.codex.api, scenario }));
  const about = { baseUrl: model.url, ...(run.env && { extra: run.env }) };
  const place = stack.use(await codex.environment(about));
  const { path: cwd } = stack.use(await workingFolder({}));
  const args = [...(run.flags ?? []), "app-server"];
  const runId = crypto.randomUUID();
  const server = stack.use(
    localProcessHost().spawn({ command: codex.path, args, cwd, env: place.env, runId }),
  );

  const received: { readonly method: string; readonly params: Fields }[] = [];
  const arrivals = new EventTarget();
  const peer = createJsonRpcPeer({
    lines: server.lines,
    writeLine: (line) => server.writeLine(line),
    header: false,
    requests: run.requests ?? {},
    onNotification(method, params) {
      received.push({ method, params: fields(params) });
      arrivals.dispatchEvent(new Event("notified"));
    },
  });
  const request = async (method: string, params: Fields) => fields(await peer.request(method, params));
  const notified = (method: string) => received.flatMap((one) => (one.method === method ? [one.params] : []));
  const untilNotified = async (method: string) => {
    while (notified(method).length === 0)
      await new Promise((resolve) => arrivals.addEventListener("notified", resolve, { once: true }));
  };
  await request("initialize", {
    clientInfo: { name: "lab", title: null, version: "0" },
    capabilities: { experimentalApi: true },
  });
  await peer.notify("initialized");
  const opening = { cwd, approvalPolicy: "never", sandbox: "workspace-write", ...run.thread };
  const threadId = fields((await request("thread/start", opening)).thread).id;
  const resources = stack.move();
  return {
    model,
    cwd,
    notified,
    untilNotified,
    async turn(more = {}) {
      const input = [{ type: "text", text: "Do it.", text_elements: [] }];
      await request("turn/start", { threadId, input, ...more });
      await untilNotified("turn/completed");
      return fields(notified("turn/completed")[0]?.turn);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
