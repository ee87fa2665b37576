import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Attempt } from "@nucleic/loopback/testing";
import { send, strangers } from "@nucleic/loopback/testing";
import {
  type AskEnded,
  type Clock,
  type Disposition,
  McpServerSpec,
  type Question,
  type QuestionReply,
  type SessionId,
  systemClock,
} from "@nucleic/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ControlGrant, ControlServer } from "./control-server.ts";
import type { ControlHandlers } from "./handlers.ts";

interface Asked {
  readonly questions: readonly Question[];
  readonly signal: AbortSignal;
  answer(reply: QuestionReply): void;
}

/** A session that keeps what it hears, and answers when the test does. */
class Heard implements ControlHandlers {
  readonly dispositions: Disposition[] = [];
  readonly asked: Asked[] = [];
  #wake = Promise.withResolvers<void>();

  async setDisposition(disposition: Disposition): Promise<void> {
    if (disposition === "blocked") throw new Error("the disk is full");
    this.dispositions.push(disposition);
  }

  askUser(questions: readonly Question[], signal: AbortSignal): Promise<QuestionReply> {
    const { promise, resolve } = Promise.withResolvers<QuestionReply>();
    this.asked.push({ questions, signal, answer: resolve });
    const ended = () => resolve({ kind: "declined", by: { by: (signal.reason as AskEnded).by } });
    signal.addEventListener("abort", ended, { once: true });
    if (signal.aborted) ended();
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
    return promise;
  }

  async next(count: number): Promise<Asked> {
    while (this.asked.length < count) await this.#wake.promise;
    const asked = this.asked[count - 1];
    if (!asked) throw new TypeError("nothing was asked");
    return asked;
  }
}

const session = "0198f3a1-0000-7000-8000-000000000001" as SessionId;
let server: ControlServer;
let heard: Heard;
let grant: ControlGrant;
const clients: Client[] = [];
beforeEach(async () => {
  server = new ControlServer();
  heard = new Heard();
  grant = await server.open(session, heard);
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await grant[Symbol.asyncDispose]();
});

function seatOf({ mcpServer }: ControlGrant) {
  if (mcpServer.transport !== "http") throw new TypeError("not over HTTP");
  return { url: mcpServer.url, token: mcpServer.headers.Authorization?.replace("Bearer ", "") ?? "" };
}

async function connect(to: ControlGrant = grant): Promise<Client> {
  const { url, token } = seatOf(to);
  const client = new Client({ name: "agent", version: "1" });
  const headers = { Authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  clients.push(client);
  return client;
}

const ask = {
  name: "ask_user",
  arguments: { questions: [{ question: "Which?", options: [{ label: "core" }] }] },
};
const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text ?? "";
const person = { by: "person" } as const;

describe("what it is", () => {
  test("a server of the session's own, in the words of the protocol, with its limits lifted", () => {
    expect(McpServerSpec.parse(grant.mcpServer)).toEqual(grant.mcpServer);
    expect(grant.mcpServer).toMatchObject({ alwaysLoad: true, callTimeoutMs: 604_800_000 });
    expect(grant.serverName).toMatch(/^nucleic_[0-9a-f]{12}$/);
    expect(grant.systemPrompt).toContain(grant.serverName);
  });

  test("its name is another one in each session, and the same when a session is taken up again", async () => {
    const again = await server.open(session, heard);
    const other = await server.open("0198f3a1-0000-7000-8000-000000000002" as SessionId, heard);
    expect(again.serverName).toBe(grant.serverName);
    expect(other.serverName).not.toBe(grant.serverName);
    expect(new Set([grant, again, other].map((one) => seatOf(one).token)).size).toBe(3);
    await Promise.all([again, other].map((one) => one[Symbol.asyncDispose]()));
  });

  test("two tools that change nothing, each told what it is for", async () => {
    const { tools } = await (await connect()).listTools();
    expect(tools.map(({ name }) => name)).toEqual(grant.toolNames);
    for (const tool of tools) {
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      expect(tool.description?.length).toBeGreaterThan(200);
    }
    expect(tools[0]?.inputSchema).toMatchObject({
      required: ["disposition"],
      properties: { disposition: { enum: ["completed", "awaitingInput", "blocked"] } },
    });
  });
});

describe("strangers are refused", () => {
  test.each<Attempt>(strangers)("$name", async (attempt) => {
    expect([...attempt.refusedWith, 0]).toContain((await send(seatOf(grant), attempt)).status);
  });

  test("and so is who comes after the session", async () => {
    const stays = await server.open("0198f3a1-0000-7000-8000-000000000003" as SessionId, heard);
    await grant[Symbol.asyncDispose]();
    expect((await send(seatOf(grant), {})).status).toBe(401);
    await stays[Symbol.asyncDispose]();
  });

  test("a token reaches its own session and no other", async () => {
    const others = new Heard();
    const other = await server.open("0198f3a1-0000-7000-8000-000000000004" as SessionId, others);
    const call = { name: "set_disposition", arguments: { disposition: "completed" } };
    await (await connect(other)).callTool(call);
    expect([heard.dispositions, others.dispositions]).toEqual([[], ["completed"]]);
    await other[Symbol.asyncDispose]();
  });
});

describe("set_disposition", () => {
  test("is noted", async () => {
    const client = await connect();
    const args = { disposition: "awaitingInput", summary: "Two ways are open." };
    const result = await client.callTool({ name: "set_disposition", arguments: args });
    expect(result.isError).toBeFalsy();
    expect(heard.dispositions).toEqual(["awaitingInput"]);
  });

  test.each([
    ["a disposition there is not", "set_disposition", { disposition: "done" }],
    ["none", "set_disposition", {}],
    ["one that can't be kept", "set_disposition", { disposition: "blocked" }],
    ["no question", "ask_user", {}],
    ["an empty list", "ask_user", { questions: [] }],
    ["five questions", "ask_user", { questions: Array(5).fill({ question: "?" }) }],
    ["a wait for nothing", "ask_user", { waitFor: "x" }],
    ["another tool", "host_exec", { command: "id" }],
  ])("%s is an error that the model reads", async (_name, name, args) => {
    const result = await (await connect()).callTool({ name, arguments: args });
    expect(result.isError).toBe(true);
    expect(textOf(result)).not.toBe("");
    expect([heard.dispositions, heard.asked]).toEqual([[], []]);
  });
});

describe("ask_user", () => {
  test("is held until there is an answer, each question under its own id", async () => {
    const client = await connect();
    const asking = client.callTool({
      name: "ask_user",
      arguments: { questions: [{ question: "A?" }, { question: "B?", multiSelect: true }] },
    });
    const { questions, answer } = await heard.next(1);
    expect(questions).toEqual([
      { id: "1", text: "A?", options: [], multiSelect: false, freeText: true },
      { id: "2", text: "B?", options: [], multiSelect: true, freeText: true },
    ]);
    answer({ kind: "answered", answers: { "1": ["yes"], "2": ["x", "y"] }, by: person });
    expect(textOf(await asking)).toBe(
      "The user answered.\n\nQuestion: A?\nAnswer: yes\n\nQuestion: B?\nAnswer: x; y",
    );
  });

  test.each<[QuestionReply, RegExp]>([
    [{ kind: "declined", by: person }, /does not want to answer/],
    [{ kind: "declined", by: { by: "expired" } }, /did not answer in time/],
    [{ kind: "declined", by: { by: "noAnswerer" } }, /Nobody can answer here/],
    [{ kind: "declined", message: "Look it up.", by: person }, /Look it up\./],
  ])("%j lets the agent go on", async (reply, text) => {
    const asking = (await connect()).callTool(ask);
    (await heard.next(1)).answer(reply);
    const result = await asking;
    expect(textOf(result)).toMatch(text);
    expect(result.isError).toBeFalsy();
  });

  test("is taken back when the agent cancels, and when it is gone", async () => {
    const client = await connect();
    const cancel = new AbortController();
    const cancelled = client.callTool(ask, undefined, { signal: cancel.signal });
    const first = await heard.next(1);
    cancel.abort();
    await expect(cancelled).rejects.toThrow();
    await aborted(first.signal);
    expect(first.signal.reason).toMatchObject({ by: "withdrawn" });
    const lost = client.callTool(ask);
    lost.catch(() => undefined);
    const second = await heard.next(2);
    await client.close();
    await aborted(second.signal);
    expect(second.signal.reason).toMatchObject({ by: "withdrawn" });
  });

  test("is abandoned when the session ends", async () => {
    const asking = (await connect()).callTool(ask);
    asking.catch(() => undefined);
    const { signal } = await heard.next(1);
    await grant[Symbol.asyncDispose]();
    await aborted(signal);
    expect(signal.reason).toMatchObject({ by: "abandoned" });
  });

  test("is refused to an agent that never stops asking", async () => {
    const client = await connect();
    const open = Array.from({ length: 16 }, () => client.callTool(ask));
    for (const one of open) one.catch(() => undefined);
    await heard.next(16);
    expect(textOf(await client.callTool(ask))).toContain("Too many");
  });
});

describe("where a call can be held only for a while", () => {
  /** A clock whose sleeps end when the test says so. */
  class Sleeps implements Clock {
    readonly sleeping: { readonly ms: number; wake(): void }[] = [];
    now = systemClock.now;
    monotonicMs = systemClock.monotonicMs;
    sleep(ms: number, signal?: AbortSignal): Promise<void> {
      return new Promise((wake, reject) => {
        this.sleeping.push({ ms, wake });
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
    }
    wake(ms: number): void {
      for (const one of this.sleeping.filter((sleep) => sleep.ms === ms)) one.wake();
    }
  }

  let clock: Sleeps;
  beforeEach(async () => {
    clock = new Sleeps();
    await grant[Symbol.asyncDispose]();
    grant = await new ControlServer({ clock }).open(session, heard, { callTimeoutMs: 60_000 });
  });
  const idIn = (text: string) => /"waitFor": "([^"]+)"/.exec(text)?.[1] ?? "";

  test("the agent is told to call again, the question stays, and the answer comes to the later call", async () => {
    const client = await connect();
    const asking = client.callTool(ask);
    const { answer, signal } = await heard.next(1);
    clock.wake(45_000);
    const waitFor = idIn(textOf(await asking));
    const again = client.callTool({ name: "ask_user", arguments: { waitFor } });
    answer({ kind: "answered", answers: { "1": ["core"] }, by: person });
    expect(textOf(await again)).toContain("Answer: core");
    expect([heard.asked.length, signal.aborted]).toEqual([1, false]);
  });

  test("the question is taken back where it does not come again", async () => {
    const asking = (await connect()).callTool(ask);
    const { signal } = await heard.next(1);
    clock.wake(45_000);
    await asking;
    expect(signal.aborted).toBe(false);
    clock.wake(120_000);
    await aborted(signal);
    expect(signal.reason).toMatchObject({ by: "withdrawn" });
  });
});

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
