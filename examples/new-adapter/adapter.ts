import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  agentEnv,
  contextText,
  realDir,
  SessionStream,
  type StartRequest,
  type Surroundings,
  startError,
  surroundings,
  Writer,
} from "@nucleic/adapter-kit";
import { type AgentBackend, type AgentInput, type AgentRun, NucleicError } from "@nucleic/protocol";
import { capabilities, type Input, type State, translate } from "./translate.ts";

const program = fileURLToPath(new URL("agent.mjs", import.meta.url));
const MAX_QUEUED = 100;

/** Pocket as a backend. Everything it runs on can be given: tests do. */
export function pocketBackend(options: Partial<Surroundings> = {}): AgentBackend {
  const base = surroundings(options);
  return {
    describe: () => ({
      id: "pocket",
      displayName: "Pocket",
      capabilities,
      executables: [],
      installHint: "it is the file agent.mjs",
      appendsSystemPrompt: false,
    }),
    probe: async () => ({ installed: existsSync(program), path: program, versionStatus: "unknown" }),
    start: (spec, hooks, signal) => start(base, { spec, hooks, signal, resume: undefined }),
    resume: ({ backendSessionId, fork, ...spec }, hooks, signal) =>
      start(base, { spec, hooks, signal, resume: { backendSessionId, fork } }),
  };
}

async function start(base: Surroundings, { spec, hooks, signal, resume }: StartRequest): Promise<AgentRun> {
  signal?.throwIfAborted();
  if (resume?.fork) throw new NucleicError("unsupported", "Pocket cannot fork a session");
  const cwd = await realDir(spec.cwd);
  const { processHost, clock, ids, environment } = base;
  const resumed = resume ? ["--resume", resume.backendSessionId] : [];
  const handle = processHost.spawn({
    command: process.execPath,
    args: [program, ...resumed, ...(spec.model === undefined ? [] : ["--model", spec.model])],
    cwd,
    env: agentEnv({ from: environment, allow: ["POCKET_*"], set: spec.env }),
    runId: spec.runId ?? crypto.randomUUID(),
  });
  const writer = new Writer(handle);
  // One that is gone can't be told; its exit says so.
  const tell = (message: object) => void writer.write(message).catch(() => undefined);
  const stream = new SessionStream<string, State, Input>({
    translate,
    initial: {
      ...{ sessionId: spec.sessionId, cwd, resumed: resume !== undefined },
      ...{ turn: undefined, said: undefined, asks: new Map(), calls: new Map() },
    },
    ...{ hooks, capabilities, clock, ids },
    answer(answered) {
      if (answered.kind !== "approval") return;
      const { decision } = answered.answer;
      if (decision.kind === "cancelRun") return tell({ do: "interrupt" });
      const allow = decision.kind !== "deny";
      tell({ do: "answer", call: answered.ask.native, allow, ...(!allow && { reason: decision.message }) });
    },
    onLeave: () => void close(),
  });

  const queue: AgentInput[] = [];
  const ready = Promise.withResolvers<boolean>();
  let closing: { readonly cutShort: boolean } | undefined;
  let over = false;

  const next = () => {
    const input = !stream.inTurn && !closing && queue.shift();
    if (!input) return;
    stream.feed({ kind: "prompt", input });
    const context = input.context.flatMap((part) => (part.kind === "image" ? [] : [contextText(part)]));
    tell({ do: "prompt", text: [input.text, ...context].join("\n\n") });
  };
  const read = async () => {
    for await (const frame of handle.lines) {
      if (frame.kind === "overflow") stream.feed(frame);
      else stream.feed(frame, frame.bytes.length);
      ready.resolve(true);
      next();
      if (stream.events.isFull) await stream.events.room();
    }
    const exit = await handle.exited;
    over = true;
    stream.feed({
      kind: "exit",
      exit,
      expected: closing !== undefined,
      cutShort: closing?.cutShort ?? false,
    });
    stream.events.end();
    signal?.removeEventListener("abort", close);
    ready.resolve(false);
  };
  const reading = read();
  const close = async () => {
    closing ??= { cutShort: stream.inTurn };
    stream.events.hurry(true);
    stream.asks.abandon();
    await handle.stop("SIGTERM");
    await reading;
  };
  signal?.addEventListener("abort", close, { once: true });
  if (!(await ready.promise)) {
    signal?.throwIfAborted();
    const exit = await handle.exited;
    throw startError(exit, { program: "Pocket", unknownSession: exit.code === 3 });
  }

  return {
    events: stream.events,
    eventBatches: stream.events.batches,
    async send(input) {
      if (closing || over) throw new NucleicError("sessionBusy", "the run is over");
      if (input.context.some(({ kind }) => kind === "image"))
        throw new NucleicError("unsupported", "Pocket sees no images");
      if (queue.length >= MAX_QUEUED) throw new NucleicError("sessionBusy", "too many messages wait already");
      queue.push(input);
      next();
    },
    async steer() {
      throw new NucleicError("unsupported", "Pocket takes nothing while a turn runs", { hint: "Send it" });
    },
    async interrupt() {
      if (!stream.inTurn) return;
      stream.events.hurry(true);
      tell({ do: "interrupt" });
      await stream.turnOver();
      if (!closing) stream.events.hurry(false);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
