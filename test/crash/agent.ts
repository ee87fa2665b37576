import type { AgentBackend, AgentEvent, AgentRun } from "@nucleic/protocol";
import { NucleicError } from "@nucleic/protocol/core";
import { type Model, type ScriptedStep, scriptedBackend } from "@nucleic/protocol/testing";
import { type Random, seeded } from "./random.ts";

/**
 * The scripted agent, doing what the words it is given decide: it speaks, thinks, calls tools in parallel, asks questions, dies.
 * `onPerform` hears of each call that had to be asked for and is done. An approval whose input has `expiresInMs` expires.
 */
export function randomAgent(onPerform: (tag: string) => void): AgentBackend {
  const scripted = scriptedBackend({
    scenario: model,
    async perform(_tool, input) {
      if (typeof input.tag === "string" && input.asks === true) onPerform(input.tag);
      return { text: typeof input.outputChars === "number" ? "o".repeat(input.outputChars) : "ok" };
    },
  });
  return {
    ...scripted,
    start: async (...args) => withExpiry(await scripted.start(...args)),
    // A program of its own would know its sessions still; this one died with whoever ran it.
    resume: async (spec, hooks, signal) =>
      scripted.resume(spec, hooks, signal).then(withExpiry, async (error: unknown) => {
        if (!(error instanceof NucleicError && error.code === "unknownSession")) throw error;
        return withExpiry(await scripted.start(spec, hooks, signal));
      }),
  };
}

const model: Model = ({ input, step }) => {
  const random = seeded(`${input.text}/${step}`);
  const steps: ScriptedStep[] = [];
  if (random.chance(0.3)) steps.push({ think: "Hm." });
  steps.push({ say: `${input.text}, step ${step}. `.repeat(1 + random.below(20)) });
  if (random.chance(0.2)) steps.push({ delayMs: random.below(8) });
  if (random.chance(0.05)) steps.push({ raw: { unheard: "of", pad: "r".repeat(random.below(70_000)) } });
  if (random.chance(0.02)) steps.push({ crash: { stderr: "no more" } });
  if (step > 2 || random.chance(0.3)) return steps;
  for (let call = 0; call <= random.below(3); call++)
    steps.push(tool(random, `${input.text}/${step}/${call}`));
  return steps;
};

function tool(random: Random, tag: string): ScriptedStep {
  const outputChars = random.chance(0.1) ? 70_000 + random.below(30_000) : random.below(400);
  if (random.chance(0.15))
    return {
      call: "AskUser",
      id: tag,
      input: {
        questions: [
          {
            id: tag,
            text: `${tag}?`,
            header: "Which",
            options: [],
            multiSelect: false,
            freeText: true,
            secret: false,
          },
        ],
      },
    };
  if (random.chance(0.3)) return { call: "Read", id: tag, input: { path: "README.md", tag, outputChars } };
  const expiry = random.chance(0.15) ? { expiresInMs: 5 + random.below(20) } : {};
  const input = { tag, asks: true, outputChars, ...expiry };
  // One that a rule may stand for says nothing of its own.
  if (random.chance(0.3))
    return { call: "Bash", id: tag, input: { command: `make target-${random.below(3)}` } };
  if (random.chance(0.5)) return { call: "Bash", id: tag, input: { command: `echo ${tag}`, ...input } };
  return { call: "Write", id: tag, input: { path: "a.txt", content: tag, ...input } };
}

function withExpiry(run: AgentRun): AgentRun {
  return {
    events: expiring(run.events),
    send: (input) => run.send(input),
    steer: (input) => run.steer(input),
    interrupt: () => run.interrupt(),
    setModel: async (name) => run.setModel?.(name),
    setMode: async (name) => run.setMode?.(name),
    close: () => run.close(),
    [Symbol.asyncDispose]: () => run.close(),
  };
}

async function* expiring(events: AsyncIterable<AgentEvent>): AsyncGenerator<AgentEvent, void> {
  for await (const event of events) {
    const after = event.kind === "approvalRequested" ? event.request.input.expiresInMs : undefined;
    if (event.kind === "approvalRequested" && typeof after === "number")
      yield { ...event, request: { ...event.request, expiresAt: event.at + after } };
    else yield event;
  }
}
