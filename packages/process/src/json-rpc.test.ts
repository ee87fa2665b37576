import { PassThrough } from "node:stream";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { frameLines } from "./frame-lines.ts";
import { createJsonRpcPeer, type JsonRpcPeer, type JsonRpcPeerOptions, type RpcFault } from "./json-rpc.ts";
import { JsonRpcError } from "./json-rpc-message.ts";

const open: JsonRpcPeer[] = [];
afterEach(() => {
  for (const peer of open.splice(0)) peer.dispose();
});

/** A peer, the wire it reads from, and what it has written, parsed. */
function connect(options: Partial<JsonRpcPeerOptions> = {}) {
  const wire = new PassThrough();
  const written = new PassThrough();
  const faults: RpcFault[] = [];
  const peer = createJsonRpcPeer({
    lines: frameLines(wire, { maxLineBytes: 4_096 }),
    writeLine: async (line) => void written.write(`${line}\n`),
    header: true,
    onFault: (fault) => faults.push(fault),
    ...options,
  });
  open.push(peer);
  const lines = frameLines(written)[Symbol.asyncIterator]();
  const sent = async () => {
    const { value } = await lines.next();
    return value?.kind === "line" ? JSON.parse(Buffer.from(value.bytes).toString()) : value;
  };
  const say = (...messages: unknown[]) => {
    for (const message of messages)
      wire.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
  };
  return { peer, wire, faults, sent, say };
}

describe("asking", () => {
  test.each([
    [true, { jsonrpc: "2.0", id: 0, method: "add", params: [1, 2] }],
    [false, { id: 0, method: "add", params: [1, 2] }],
  ])("with header %s; the first id is 0, and its answer counts", async (header, message) => {
    const { peer, sent, say } = connect({ header });
    const sum = peer.request("add", [1, 2]);
    expect(await sent()).toEqual(message);
    say({ id: 0, result: 3 });
    expect(await sum).toBe(3);
  });

  test.each([
    [
      "an error",
      { error: { code: -32602, message: "no", data: [1] } },
      { code: -32602, message: "no", data: [1] },
    ],
    ["an error beside an empty result", { result: null, error: { code: 1, message: "no" } }, { code: 1 }],
    ["an error that is only a string", { error: "no" }, { code: -32603, message: "no" }],
  ])("answered with %s rejects with it", async (_, answer, error) => {
    const { peer, say } = connect();
    const asked = expect(peer.request("x")).rejects.toMatchObject({ name: "JsonRpcError", ...error });
    say({ jsonrpc: "2.0", id: 0, ...answer });
    await asked;
  });

  test.each([
    ["null", { result: null }, null],
    ["nothing", {}, undefined],
    ["a value beside an empty error", { result: 1, error: null }, 1],
  ])("answered with %s resolves", async (_, answer, result) => {
    const { peer, say } = connect();
    const asked = peer.request("x");
    say({ id: 0, ...answer });
    expect(await asked).toBe(result);
  });

  test("any number at once, answered in any order, each gets its own", async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...Array(20).keys()], { minLength: 20 }), async (order) => {
        const { peer, say } = connect();
        const asked = order.map(() => peer.request("x"));
        say(...order.map((id) => ({ id, result: id * 2 })));
        expect(await Promise.all(asked)).toEqual([...Array(20).keys()].map((id) => id * 2));
      }),
      { numRuns: 20 },
    );
  });

  test("is given up by the caller's signal; the late answer surprises nobody", async () => {
    const { peer, say, faults } = connect();
    const caller = new AbortController();
    const reason = new Error("enough");
    const asked = peer.request("x", undefined, caller.signal);
    caller.abort(reason);
    await expect(asked).rejects.toBe(reason);
    const next = peer.request("y");
    say({ id: 0, result: 1 }, { id: 1, result: 2 });
    expect(await next).toBe(2);
    expect(faults).toEqual([]);
    await expect(peer.request("z", undefined, caller.signal)).rejects.toBe(reason);
  });

  test("rejects where the message cannot be written", async () => {
    const error = new Error("broken pipe");
    const { peer } = connect({ writeLine: () => Promise.reject(error) });
    await expect(peer.request("x")).rejects.toBe(error);
    await expect(peer.notify("x")).rejects.toBe(error);
  });

  test("notifies without an id", async () => {
    const { peer, sent } = connect();
    await peer.notify("hello", { a: 1 });
    expect(await sent()).toEqual({ jsonrpc: "2.0", method: "hello", params: { a: 1 } });
  });
});

describe("being asked", () => {
  const requests: JsonRpcPeerOptions["requests"] = {
    double: (params) => Number(params) * 2,
    later: async (params) => params,
    nothing: () => undefined,
    refuse: () => {
      throw new JsonRpcError(-32602, "no such thing", { name: "x" });
    },
    fail: () => {
      throw new Error("a secret");
    },
    unwritable: () => 1n,
  };
  const error = (code: number, message: string, data?: unknown) => ({
    error: { code, message, ...(data === undefined ? {} : { data }) },
  });
  test.each<[string, object, object]>([
    ["an id of 0", { id: 0, method: "double", params: 2 }, { id: 0, result: 4 }],
    ["a string id", { id: "a", method: "double", params: 2 }, { id: "a", result: 4 }],
    ["an empty id", { id: "", method: "double", params: 2 }, { id: "", result: 4 }],
    ["a null id", { id: null, method: "later", params: [] }, { id: null, result: [] }],
    ["no result", { id: 1, method: "nothing" }, { id: 1, result: null }],
    ["an unknown method", { id: 1, method: "unknown" }, { id: 1, ...error(-32601, "method not found") }],
    ["an inherited name", { id: 1, method: "toString" }, { id: 1, ...error(-32601, "method not found") }],
    ["a refusal", { id: 1, method: "refuse" }, { id: 1, ...error(-32602, "no such thing", { name: "x" }) }],
    [
      "a failure, without its details",
      { id: 1, method: "fail" },
      { id: 1, ...error(-32603, "internal error") },
    ],
    ["no JSON as result", { id: 1, method: "unwritable" }, { id: 1, ...error(-32603, "internal error") }],
  ])("answers %s", async (_, request, answer) => {
    for (const header of [true, false]) {
      const { say, sent } = connect({ header, requests });
      say(request);
      expect(await sent()).toEqual(header ? { jsonrpc: "2.0", ...answer } : answer);
    }
  });

  test("tells the owner what a handler threw", async () => {
    const { say, sent, faults } = connect({ requests });
    say({ id: 1, method: "fail" });
    await sent();
    expect(faults).toMatchObject([{ kind: "handlerFailed", method: "fail", error: { message: "a secret" } }]);
  });

  test("answers a batch in one array, without its notifications", async () => {
    const heard: unknown[] = [];
    const { say, sent } = connect({ requests, onNotification: (method) => heard.push(method) });
    say([{ id: 1, method: "later", params: "a" }, { method: "note" }, { id: 2, method: "unknown" }]);
    expect(await sent()).toEqual([
      { jsonrpc: "2.0", id: 1, result: "a" },
      { jsonrpc: "2.0", id: 2, ...error(-32601, "method not found") },
    ]);
    say([{ method: "only" }, { method: "notes" }], { id: 3, method: "double", params: 1 });
    expect(await sent()).toEqual({ jsonrpc: "2.0", id: 3, result: 2 });
    expect(heard).toEqual(["note", "only", "notes"]);
  });

  test("goes on while a handler waits, and refuses more than its limit", async () => {
    const release = Promise.withResolvers<string>();
    const { say, sent } = connect({ requests: { ...requests, wait: () => release.promise }, maxRunning: 1 });
    say({ id: 1, method: "wait" }, { id: 2, method: "double", params: 1 });
    expect(await sent()).toMatchObject({ id: 2, error: { code: -32000 } });
    release.resolve("done");
    expect(await sent()).toMatchObject({ id: 1, result: "done" });
  });
});

describe("what is no message is told, and the stream goes on", () => {
  test.each<[string, unknown, object]>([
    ["not JSON", "npm warn deprecated", { kind: "invalidJson", bytes: Buffer.from("npm warn deprecated") }],
    ["half JSON", '{"id":', { kind: "invalidJson" }],
    ["a number", "7", { kind: "invalidMessage", message: 7 }],
    ["null", "null", { kind: "invalidMessage", message: null }],
    ["an empty batch", [], { kind: "invalidMessage", message: [] }],
    ["an object id", { id: {}, method: "x" }, { kind: "invalidMessage" }],
    ["a method that is no string", { id: 1, method: 1 }, { kind: "invalidMessage" }],
    ["neither method nor id", { a: 1 }, { kind: "invalidMessage" }],
    ["an answer to nothing", { id: "x", result: 1 }, { kind: "unknownAnswer", id: "x" }],
    [
      "an error without an id",
      { id: null, error: { code: 1, message: "" } },
      { kind: "unknownAnswer", id: null },
    ],
    ["a line over the limit", "x".repeat(5_000), { kind: "overflow", lengthBytes: 5_000 }],
  ])("%s", async (_, bad, fault) => {
    const { say, sent, faults } = connect({ requests: { ping: () => "pong" } });
    say(bad, "", { id: 1, method: "ping" });
    expect(await sent()).toMatchObject({ id: 1, result: "pong" });
    expect(faults).toMatchObject([fault]);
  });

  test("a second answer to one request", async () => {
    const { peer, say, sent, faults } = connect({ requests: { ping: () => "pong" } });
    const asked = peer.request("x");
    await sent();
    say({ id: 0, result: 1 }, { id: 0, result: 2 }, { id: 1, method: "ping" });
    expect(await asked).toBe(1);
    await sent();
    expect(faults).toEqual([{ kind: "unknownAnswer", id: 0 }]);
  });

  test("a failing listener", async () => {
    const listener = () => {
      throw new Error("listener");
    };
    const { say, sent } = connect({
      requests: { ping: () => "pong" },
      onNotification: listener,
      onFault: listener,
    });
    say({ method: "note" }, { id: 1, method: "ping" });
    expect(await sent()).toMatchObject({ id: 1, result: "pong" });
  });
});

describe("the end", () => {
  test("of the lines rejects what is pending and aborts what is running", async () => {
    const running = Promise.withResolvers<AbortSignal>();
    const wait = (_: unknown, { signal }: { signal: AbortSignal }) => {
      running.resolve(signal);
      return new Promise(() => undefined);
    };
    const { peer, wire, say } = connect({ requests: { wait } });
    const asked = expect(peer.request("x")).rejects.toMatchObject({ name: "ProcessError", code: "closed" });
    say({ id: 1, method: "wait" });
    const signal = await running.promise;
    wire.end();
    await asked;
    await peer.closed;
    expect(signal.aborted).toBe(true);
  });

  test("by disposing rejects what is pending and what comes later, and lets go of the source", async () => {
    const { peer, wire } = connect();
    const released = new Promise((resolve) => wire.once("close", resolve));
    const asked = expect(peer.request("x")).rejects.toMatchObject({ code: "closed" });
    await peer[Symbol.asyncDispose]();
    peer.dispose();
    await asked;
    await peer.closed;
    await expect(peer.request("y")).rejects.toMatchObject({ code: "closed" });
    await expect(peer.notify("y")).rejects.toMatchObject({ code: "closed" });
    wire.end();
    await released;
  });

  test("by an error of the source is told", async () => {
    const { peer, wire, faults } = connect();
    wire.destroy(new Error("read failed"));
    await peer.closed;
    expect(faults).toMatchObject([{ kind: "readFailed", error: { message: "read failed" } }]);
  });

  test("does not write the answers that come too late", async () => {
    const release = Promise.withResolvers<string>();
    const written: string[] = [];
    const { peer, wire, say } = connect({
      requests: { wait: () => release.promise },
      writeLine: async (line) => void written.push(line),
    });
    say({ id: 1, method: "wait" });
    wire.end();
    await peer.closed;
    release.resolve("late");
    await release.promise;
    expect(written).toEqual([]);
  });
});
