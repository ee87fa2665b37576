import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { acpBackend } from "@nucleic/adapter-acp";
import { allowAll, faultsOf, openBench, say } from "@nucleic/adapter-kit/testing";
import { knownClis, type ReplyFunction, realCli, scriptedModel } from "@nucleic/lab";
import type { McpServerSpec, Question, QuestionReply, SessionId } from "@nucleic/protocol";
import { type Reply, WatchedRun } from "@nucleic/protocol/testing";
import { type ControlHandlers, ControlServer } from "../src/index.ts";

/** What an agent was told by its calls of `ask_user`, and what the person was asked. */
export interface Asked {
  readonly results: readonly { readonly text: string; readonly isError: boolean }[];
  readonly questions: readonly Question[];
}

export interface AskOptions {
  /** A limit that the user's own configuration sets for the server; without it the server is the session's. */
  readonly agentLimitMs?: number;
  /** What is known here of the agent's limit. `"ofTheAgent"`: what the backend says. */
  readonly callTimeoutMs?: number | "ofTheAgent";
  /** The person answers once the agent has called so many times, or has been told otherwise. */
  readonly answeredAfterCalls: number;
}

/** One turn of the real codex-acp whose model asks a question, and asks again for as long as it is told to. */
export async function askOnCodexAcp(options: AskOptions): Promise<Asked> {
  const person = new Person();
  const cli = await realCli("codex-acp", "0.16.0");
  const { api } = knownClis["codex-acp"];
  const model = await scriptedModel({ api, reply: asksAgain(person, options.answeredAfterCalls) });
  const clean = await cli.environment({ baseUrl: model.url });
  const allowEnv = ["LAB_API_KEY"];
  const backend = acpBackend({
    agent: "codex-acp",
    executable: cli.path,
    environment: clean.env,
    allowEnv,
  });
  await using lab = await openBench({ backend, model, clean });
  const known =
    options.callTimeoutMs === "ofTheAgent" ? backend.describe().mcpCallTimeoutMs : options.callTimeoutMs;
  const limits = known === undefined ? {} : { callTimeoutMs: known };
  const session = crypto.randomUUID() as SessionId;
  await using grant = await new ControlServer().open(session, person, limits);
  const own = { [grant.serverName]: grant.mcpServer };
  if (options.agentLimitMs !== undefined)
    await appendFile(
      join(clean.env.CODEX_HOME ?? "", "config.toml"),
      serverTable(grant.serverName, grant.mcpServer, options.agentLimitMs / 1_000),
    );
  const mcpServers = options.agentLimitMs === undefined ? { mcpServers: own } : {};
  await using run = await backend.start(lab.spec(mcpServers), allowAll().hooks);
  const events = new WatchedRun(run);
  await run.send(say("Name it."));
  await events.nth("turnCompleted");
  await run.close();
  const faults = faultsOf(await events.ended);
  if (faults.length > 0) throw new Error(`the stream is broken: ${JSON.stringify(faults)}`);
  const results = events.all("toolResult").map(({ content, isError }) => ({
    text: content.map((block) => (block.kind === "text" ? block.text : "")).join(""),
    isError: isError === true,
  }));
  return { results, questions: person.questions };
}

/** Answers when they are told to. */
class Person implements ControlHandlers {
  readonly questions: Question[] = [];
  readonly #reply = Promise.withResolvers<QuestionReply>();

  async setDisposition(): Promise<void> {}

  async askUser(questions: readonly Question[]): Promise<QuestionReply> {
    this.questions.push(...questions);
    return this.#reply.promise;
  }

  answer(): void {
    this.#reply.resolve({ kind: "answered", answers: { "1": ["base"] }, by: { by: "person" } });
  }
}

/** The model: asks, and goes on waiting under the id it was last told, until it is told something else. */
function asksAgain(person: Person, answeredAfterCalls: number): ReplyFunction {
  let calls = 0;
  return (request) => {
    if (request.kind !== "main") return undefined;
    const said = JSON.stringify(request.body);
    const server = /nucleic_[0-9a-f]{12}/.exec(said)?.[0] ?? "none";
    const ask = (args: object): Reply => [
      { call: "Mcp", input: { server, tool: "ask_user", arguments: args } },
    ];
    if (calls >= answeredAfterCalls) person.answer();
    const waitFor = /waitFor\W+([0-9a-f-]{36})/.exec(said)?.[1];
    const isOver = said.includes("Answer: base") || (calls > 0 && waitFor === undefined);
    if (isOver) return [{ say: "Done." }];
    calls++;
    return ask(waitFor === undefined ? { questions: [{ question: "Which name?" }] } : { waitFor });
  };
}

function serverTable(name: string, server: McpServerSpec, limitSeconds: number): string {
  if (server.transport !== "http") throw new Error("the control server is one over HTTP");
  const headers = Object.entries(server.headers).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return `
[mcp_servers.${name}]
url = ${JSON.stringify(server.url)}
http_headers = { ${headers.join(", ")} }
tool_timeout_sec = ${limitSeconds}
`;
}
