import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as acp from "@agentclientprotocol/sdk";
import { createJsonRpcPeer, frameLines, type RpcFault } from "@nucleic/process";
import { describe, expect, test } from "vitest";

/*
 * What the SDK's transport does at the bounds that an adapter has to keep, beside what our own peer does there. It is why
 * the peer carries the SDK's types and not its messages. A version of the SDK that makes one of these fail may be fit.
 */

const bytes = (line: string) => new TextEncoder().encode(`${line}\n`);
const update = (text: string) =>
  JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { text } });

/** A source that counts how much is drawn from it. */
function source(lines: readonly string[]): {
  readonly stream: ReadableStream<Uint8Array>;
  drawn: () => number;
} {
  let drawn = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const line = lines[drawn++];
        if (line === undefined) controller.close();
        else controller.enqueue(bytes(line));
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, drawn: () => drawn };
}

/** What is written, by line. */
function sink(): { readonly stream: WritableStream<Uint8Array>; readonly lines: string[] } {
  const lines: string[] = [];
  const stream = new WritableStream<Uint8Array>({
    write: (chunk) => void lines.push(new TextDecoder().decode(chunk).trim()),
  });
  return { stream, lines };
}

describe("a line over the limit", () => {
  const lines = [update("x".repeat(5_000)), update("after")];

  test("ends the SDK's stream; its own limit is 32 MiB", async () => {
    expect(acp.DEFAULT_MAX_MESSAGE_BYTES).toBe(32 * 1024 * 1024);
    const { readable } = acp.ndJsonStream(sink().stream, source(lines).stream, { maxMessageBytes: 1_000 });
    await expect(readable.getReader().read()).rejects.toBeInstanceOf(acp.MessageTooLargeError);
  });

  test("is dropped and told by our peer, which goes on", async () => {
    const faults: RpcFault[] = [];
    const heard: unknown[] = [];
    await using peer = createJsonRpcPeer({
      lines: frameLines(source(lines).stream, { maxLineBytes: 1_000 }),
      writeLine: async () => undefined,
      header: true,
      onFault: (fault) => faults.push(fault),
      onNotification: (_, params) => heard.push(params),
    });
    await peer.closed;
    expect(faults).toMatchObject([{ kind: "overflow" }]);
    expect(heard).toEqual([{ text: "after" }]);
  });
});

describe("a reader that does not read", () => {
  const lines = Array.from({ length: 2_000 }, (_, n) => update(`${n}`.padStart(1_000)));

  test("does not hold up the SDK's stream: it draws everything into memory", async () => {
    const { stream, drawn } = source(lines);
    acp.ndJsonStream(sink().stream, stream);
    const all = lines.length + 1;
    for (let rounds = 0; rounds < 100 && drawn() < all; rounds++) await new Promise(setImmediate);
    expect(drawn()).toBe(all);
  });

  test("holds up ours", async () => {
    const { stream, drawn } = source(lines);
    const read = frameLines(stream)[Symbol.asyncIterator]();
    await read.next();
    for (let rounds = 0; rounds < 100; rounds++) await new Promise(setImmediate);
    expect(drawn()).toBeLessThan(lines.length / 2);
    await read.return?.();
  });
});

describe("what the SDK answers to an agent", () => {
  /** The first line that it writes once it has read this one. */
  const answerTo = async (line: string): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>();
    const output = new WritableStream<Uint8Array>({
      write: (chunk) => answer.resolve(JSON.parse(new TextDecoder().decode(chunk))),
    });
    const input = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(bytes(line)) });
    const app = acp.client({ name: "test" }).onRequest(acp.methods.client.fs.readTextFile, () => {
      throw new Error("no such file in a secret place");
    });
    const connection = app.connect(acp.ndJsonStream(output, input));
    const first = await answer.promise;
    connection.close();
    return first;
  };
  const request = (id: unknown, method: string) =>
    JSON.stringify({ jsonrpc: "2.0", id, method, params: { sessionId: "s", path: "/a" } });

  test("a line that is no JSON is answered, which no agent does", async () => {
    expect(await answerTo("npm warn deprecated")).toMatchObject({ id: null, error: { code: -32700 } });
  });

  test("ids may be strings, as with ours", async () => {
    expect(await answerTo(request("a-b", "session/bogus"))).toMatchObject({
      id: "a-b",
      error: { code: -32601 },
    });
  });

  test("a handler's own words go out to the agent; ours sends none", async () => {
    expect(JSON.stringify(await answerTo(request(1, "fs/read_text_file")))).toContain("secret place");
  });
});

test("a request that is given up is told to the agent as $/cancel_request, and waits on for its answer", async () => {
  const said: { method?: string }[] = [];
  const told = Promise.withResolvers<void>();
  const output = new WritableStream<Uint8Array>({
    write(chunk) {
      said.push(JSON.parse(new TextDecoder().decode(chunk)));
      if (said.length === 2) told.resolve();
    },
  });
  const connection = acp.client({ name: "test" }).connect(acp.ndJsonStream(output, new ReadableStream()));
  const abort = new AbortController();
  const asked = connection.agent.request(
    acp.methods.agent.session.prompt,
    { sessionId: "s", prompt: [] },
    { cancellationSignal: abort.signal },
  );
  let settled = false;
  asked
    .catch(() => undefined)
    .finally(() => {
      settled = true;
    });
  abort.abort();
  await told.promise;
  expect(said.map(({ method }) => method)).toEqual(["session/prompt", "$/cancel_request"]);
  expect(settled).toBe(false);
  connection.close();
});

test("only types of the SDK are used: its values bring zod along, and a schema for every message", () => {
  const root = new URL("../src/", import.meta.url).pathname;
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((f) => f.endsWith(".ts"));
  const uses = files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split(/;\n/)
      .filter((statement) => statement.includes('from "@agentclientprotocol/sdk"')),
  );
  expect(uses.length).toBeGreaterThan(0);
  expect(
    uses.filter((statement) => !/import type \{[^}]*\} from "@agentclientprotocol\/sdk"$/.test(statement)),
  ).toEqual([]);
});
