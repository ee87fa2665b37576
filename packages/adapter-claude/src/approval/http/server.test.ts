import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { PROGRESS_INTERVAL_MS } from "@nucleic/loopback/mcp";
import { send, strangers } from "@nucleic/loopback/testing";
import { type Clock, systemClock } from "@nucleic/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PermissionAsk } from "../../translate/input.ts";
import type { HttpTransport } from "./http-transport.ts";
import { ApprovalServer } from "./server.ts";

/** Keeps what the transport tells, and lets a test wait for it. */
class Heard {
  readonly asks: PermissionAsk[] = [];
  readonly withdrawnKeys: string[] = [];
  #wake = Promise.withResolvers<void>();
  ask(ask: PermissionAsk): void {
    this.asks.push(ask);
    this.#tell();
  }
  withdrawn(key: string): void {
    this.withdrawnKeys.push(key);
    this.#tell();
  }
  async until(met: () => boolean): Promise<void> {
    while (!met()) await this.#wake.promise;
  }
  #tell(): void {
    const { resolve } = this.#wake;
    this.#wake = Promise.withResolvers();
    resolve();
  }
}

let server: ApprovalServer;
let heard: Heard;
let transport: HttpTransport;
let entry: { url: string; token: string };
const entryOf = (from: HttpTransport) => {
  const config = Object.values(from.mcpServers)[0];
  if (config?.type !== "http") throw new TypeError("no HTTP entry");
  return { url: config.url, token: config.headers.Authorization?.replace("Bearer ", "") ?? "" };
};
beforeEach(async () => {
  server = new ApprovalServer(systemClock);
  heard = new Heard();
  transport = await server.open(heard);
  entry = entryOf(transport);
});
afterEach(() => transport[Symbol.asyncDispose]());

const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

describe("who may speak to it", () => {
  test("the session's own CLI", async () => {
    expect((await send(entry, { body: ping })).status).toBe(200);
  });
  test.each(strangers)("not $name", async (attempt) => {
    expect([...attempt.refusedWith, 0]).toContain((await send(entry, attempt)).status);
    expect(heard.asks).toEqual([]);
  });
});

test("each session has a token of 256 bits, which ends with it", async () => {
  const other = await server.open(new Heard());
  const { token, url } = entryOf(other);
  expect(url).toBe(entry.url);
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  expect(token).not.toBe(entry.token);
  const asOther = { headers: { authorization: `Bearer ${token}` }, body: ping };
  expect((await send(entry, asOther)).status).toBe(200);
  await other[Symbol.asyncDispose]();
  expect((await send(entry, asOther)).status).toBe(401);
});

test("the last session closes the server, and the next one opens it again", async () => {
  await transport[Symbol.asyncDispose]();
  await expect(send(entry, { body: ping })).rejects.toMatchObject({ code: "ECONNREFUSED" });
  transport = await server.open(heard);
  entry = entryOf(transport);
  expect((await send(entry, { body: ping })).status).toBe(200);
});

test("the probe of 2.1.332 is answered no, at once, in a revision nobody else speaks", async () => {
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: "server-discover-probe-1",
    method: "server/discover",
    params: {},
  });
  const answer = await send(entry, { body, headers: { "mcp-protocol-version": "2026-07-28" } });
  expect(JSON.parse(answer.body)).toMatchObject({ id: "server-discover-probe-1", error: { code: -32601 } });
});

async function client(): Promise<Client> {
  const made = new Client({ name: "test", version: "1" });
  const headers = { Authorization: `Bearer ${entry.token}` };
  await made.connect(
    new StreamableHTTPClientTransport(new URL(entry.url), { requestInit: { headers } }) as Parameters<
      Client["connect"]
    >[0],
  );
  return made;
}
const call = (id: string) => ({
  name: "approve",
  arguments: { tool_name: "Bash", input: { command: id }, tool_use_id: id },
});
const textOf = (result: unknown) =>
  JSON.parse((result as { content: { text: string }[] }).content[0]?.text ?? "");

describe("an ask", () => {
  test("is held until it is answered, out of order if need be", async () => {
    const cli = await client();
    const first = cli.callTool(call("a"));
    const second = cli.callTool(call("b"));
    await heard.until(() => heard.asks.length === 2);
    expect(heard.asks.map(({ toolName, toolUseId }) => [toolName, toolUseId])).toEqual([
      ["Bash", "a"],
      ["Bash", "b"],
    ]);
    const [a, b] = heard.asks;
    await transport.answer(b?.key ?? "", { behavior: "deny", message: "no" });
    expect(textOf(await second)).toEqual({ behavior: "deny", message: "no" });
    await transport.answer(a?.key ?? "", { behavior: "allow", updatedInput: { command: "a" } });
    expect(textOf(await first)).toEqual({ behavior: "allow", updatedInput: { command: "a" } });
    await cli.close();
  });

  test("is withdrawn when the caller cancels, and an answer that comes later goes nowhere", async () => {
    const cli = await client();
    const cancel = new AbortController();
    const asked = cli.callTool(call("a"), undefined, { signal: cancel.signal });
    await heard.until(() => heard.asks.length === 1);
    cancel.abort();
    await expect(asked).rejects.toThrow();
    await heard.until(() => heard.withdrawnKeys.length === 1);
    expect(heard.withdrawnKeys).toEqual([heard.asks[0]?.key]);
    await transport.answer(heard.asks[0]?.key ?? "", { behavior: "allow", updatedInput: {} });
    await cli.close();
  });

  test("is withdrawn when the caller is gone", async () => {
    const cli = await client();
    const asked = cli.callTool(call("a"));
    asked.catch(() => undefined);
    await heard.until(() => heard.asks.length === 1);
    await cli.close();
    await heard.until(() => heard.withdrawnKeys.length === 1);
  });

  test("is denied when the session ends", async () => {
    const cli = await client();
    const asked = cli.callTool(call("a"));
    await heard.until(() => heard.asks.length === 1);
    const disposed = transport[Symbol.asyncDispose]();
    const answer = await asked.then(textOf, () => ({ behavior: "deny" }));
    expect(answer).toMatchObject({ behavior: "deny" });
    await disposed;
    await cli.close();
  });

  test("that is malformed is an error, not an ask", async () => {
    const cli = await client();
    expect(await cli.callTool({ name: "approve", arguments: { tool_name: 1 } })).toMatchObject({
      isError: true,
    });
    expect(heard.asks).toEqual([]);
    await cli.close();
  });
});

test("while it is held it says every 15 seconds that it is alive, with the headers sent at once", async () => {
  // A clock whose sleeps end when the test says so.
  const sleeps: { ms: number; wake: () => void }[] = [];
  const clock: Clock = {
    ...systemClock,
    sleep: (ms, signal) =>
      new Promise((wake, reject) => {
        sleeps.push({ ms, wake });
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
  };
  const held = await new ApprovalServer(clock).open(heard);
  entry = entryOf(held);
  const cli = await client();
  const seen: number[] = [];
  const progress = Promise.withResolvers<void>();
  const asked = cli.callTool(call("a"), undefined, {
    onprogress: (told) => {
      seen.push(told.progress);
      if (seen.length < 4) sleeps.at(-1)?.wake();
      else progress.resolve();
    },
  });
  await progress.promise;
  expect(seen).toEqual([1, 2, 3, 4]);
  expect(new Set(sleeps.map(({ ms }) => ms))).toEqual(new Set([PROGRESS_INTERVAL_MS]));
  await held.answer(heard.asks[0]?.key ?? "", { behavior: "deny", message: "no" });
  await asked;
  await cli.close();
  await held[Symbol.asyncDispose]();
});
