// Session updates of an ACP agent, as many as it can print:
//   ours      our adapter, runtime, transcript, database, one subscriber
//   acp       the client of the protocol's own SDK: decoding and validation, and nothing on disk
//   jsonrpc   vscode-jsonrpc, the same messages in the framing that it knows
// The peers' entry files are in NUCLEIC_BENCH_PEER and NUCLEIC_BENCH_JSONRPC.
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { lastWords } from "../acp-stream.ts";
import { sample } from "../measure.ts";

interface Update {
  readonly update?: { readonly content?: { readonly text?: string } };
}

const [mode, stream = ""] = process.argv.slice(2);
if (mode === "ours") await ours();
else await peer();

async function ours(): Promise<void> {
  const { acpBackend } = await import("@nucleic/adapter-acp");
  const { throughRuntime } = await import("../through-runtime.ts");
  const args = [fileURLToPath(new URL("../acp-agent.ts", import.meta.url)), stream];
  const backend = acpBackend({ agent: { id: "bench", command: process.execPath, args } });
  await throughRuntime(backend, (run) => sample(() => run({ cwd: tmpdir(), input: "go" })));
}

async function peer(): Promise<void> {
  const listen = mode === "acp" ? await acpSdk() : await vscodeJsonRpc();
  await sample(async () => {
    const child = spawn("cat", [stream], { stdio: ["pipe", "pipe", "inherit"] });
    const over = Promise.withResolvers<void>();
    let seen = 0;
    listen(child.stdin, child.stdout, ({ update }) => {
      seen++;
      if (update?.content?.text === lastWords) over.resolve();
    });
    await over.promise;
    child.kill();
    return seen;
  });
}

type Listen = (to: Writable, from: Readable, take: (update: Update) => void) => void;

async function acpSdk(): Promise<Listen> {
  interface Client {
    onNotification(method: string, take: (context: { readonly params: Update }) => void): Client;
    connect(stream: unknown): unknown;
  }
  const sdk = (await import(process.env.NUCLEIC_BENCH_PEER ?? "")) as {
    client(options: object): Client;
    ndJsonStream(output: unknown, input: unknown): unknown;
  };
  return (to, from, take) => {
    const ndjson = sdk.ndJsonStream(Writable.toWeb(to), Readable.toWeb(from));
    sdk
      .client({ name: "bench" })
      .onNotification("session/update", ({ params }) => take(params))
      .connect(ndjson);
  };
}

async function vscodeJsonRpc(): Promise<Listen> {
  interface Connection {
    onNotification(method: string, take: (params: Update) => void): void;
    listen(): void;
  }
  const rpc = (await import(process.env.NUCLEIC_BENCH_JSONRPC ?? "")) as {
    StreamMessageReader: new (from: Readable) => unknown;
    StreamMessageWriter: new (to: Writable) => unknown;
    createMessageConnection(reader: unknown, writer: unknown): Connection;
  };
  return (to, from, take) => {
    const connection = rpc.createMessageConnection(
      new rpc.StreamMessageReader(from),
      new rpc.StreamMessageWriter(to),
    );
    connection.onNotification("session/update", take);
    connection.listen();
  };
}
