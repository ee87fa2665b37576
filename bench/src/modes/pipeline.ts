// The whole path of a session, from an agent's stdout to disk and one subscriber, on a recorded stream:
//   ours   adapter, runtime, transcript with its group commits, database, one subscriber
//   bare   read, split and JSON.parse alone: what no product could do without
//   sdk    the vendor's own SDK: decoding, and nothing on disk (its entry file in NUCLEIC_BENCH_PEER)
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { sample } from "../measure.ts";

const [mode, agent = ""] = process.argv.slice(2);
// Each mode loads what it needs and no more, so that memory is its own.
if (mode === "ours") await ours();
else if (mode === "sdk") await sdk();
else await bare();

async function ours(): Promise<void> {
  const { claudeBackend } = await import("@nucleic/adapter-claude");
  const { throughRuntime } = await import("../through-runtime.ts");
  await throughRuntime(claudeBackend({ executable: agent }), (run) =>
    sample(() => run({ cwd: tmpdir(), input: "go" })),
  );
}

async function bare(): Promise<void> {
  const { LineSplitter } = await import("@nucleic/process");
  await sample(async () => {
    let seen = 0;
    const splitter = new LineSplitter();
    const child = spawn(agent, ["--replay"], { stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.on("data", (chunk: Buffer) => {
      for (const frame of splitter.push(chunk))
        if (frame.kind === "line" && JSON.parse(frame.bytes.toString())) seen++;
    });
    await once(child, "close");
    return seen;
  });
}

async function sdk(): Promise<void> {
  const { query } = (await import(process.env.NUCLEIC_BENCH_PEER ?? "")) as {
    query(options: object): AsyncIterable<unknown>;
  };
  await sample(async () => {
    let seen = 0;
    const options = {
      pathToClaudeCodeExecutable: agent,
      includePartialMessages: true,
      cwd: tmpdir(),
      env: process.env,
    };
    for await (const _message of query({ prompt: "go", options })) seen++;
    return seen;
  });
}
