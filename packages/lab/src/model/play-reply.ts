import type { Clock } from "@nucleic/protocol";
import type { GateKeeper, Reply, Step } from "@nucleic/protocol/testing";
import type { ContentStep, ModelApi, ReplyEncoder } from "./model-api.ts";
import type { ReplySink } from "./reply-sink.ts";

/** What playing a reply needs. */
export interface Stage {
  readonly api: ModelApi;
  readonly encoder: ReplyEncoder;
  readonly sink: ReplySink;
  readonly gates: GateKeeper;
  readonly clock: Clock;
  /** Aborts when the client has gone or the server closes: every wait of the reply ends with it. */
  readonly signal: AbortSignal;
}

/** Plays one reply to its end, or to the step that breaks it off. Rejects when the stage's signal aborts. */
export async function playReply(reply: Reply, stage: Stage): Promise<void> {
  for (const step of reply) if ((await playStep(step, stage)) === "over") return;
  await send(stage.encoder.end(), stage);
  stage.sink.end();
}

async function playStep(step: Step, stage: Stage): Promise<"on" | "over"> {
  const { sink, signal } = stage;
  if ("delayMs" in step) await stage.clock.sleep(step.delayMs, signal);
  else if ("gate" in step) await stage.gates.pass(step.gate, signal);
  else if ("malformed" in step) await send([stage.encoder.malformed()], stage);
  else if ("httpError" in step) return fail(step, stage);
  else if ("cut" in step) return sink.cut();
  else if ("hang" in step) return hang(signal);
  else if (isContent(step)) await send(stage.encoder.content(step), stage);
  return "on";
}

const isContent = (step: Step): step is ContentStep =>
  "say" in step || "think" in step || "call" in step || "native" in step;

async function send(pieces: Iterable<string>, { sink, encoder }: Stage): Promise<void> {
  for (const piece of pieces) await sink.write(piece, encoder.contentType);
}

async function fail(step: Extract<Step, { httpError: number }>, stage: Stage): Promise<"over"> {
  const { api, sink, encoder } = stage;
  const message = step.message ?? `scripted error ${step.httpError}`;
  if (sink.begun) {
    await send([encoder.lateError(step.httpError, message)], stage);
    sink.end();
  } else {
    const answer = api.error(step.httpError, message);
    sink.answer({ ...answer, headers: { ...answer.headers, ...step.headers } });
  }
  return "over";
}

function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
