import type { Reply, Scenario, StepUsage } from "@nucleic/protocol/testing";
import type { ModelRequest } from "./model-request.ts";

/** Chooses the reply to a request. Where it answers `undefined`, the scenario goes on. */
export type ReplyFunction = (request: ModelRequest) => Reply | undefined | Promise<Reply | undefined>;

const defaultUsage: StepUsage = { inputTokens: 10, outputTokens: 5 };
const exhausted: Reply = [{ say: "All done." }];
const aside: Reply = [{ say: "ok" }];

/** Hands out the replies of a scenario, one to each request that takes one, in the order of their arrival. */
export class ReplyScript {
  readonly #scenario: Scenario | undefined;
  readonly #choose: ReplyFunction | undefined;
  #mainTaken = 0;
  #subagentTaken = 0;

  constructor(scenario: Scenario | undefined, choose: ReplyFunction | undefined) {
    this.#scenario = scenario;
    this.#choose = choose;
  }

  async replyTo(request: ModelRequest): Promise<Reply> {
    const chosen = await this.#choose?.(request);
    if (chosen) return chosen;
    if (request.kind === "side") return aside;
    const subagents = this.#scenario?.subagentReplies;
    if (request.kind === "subagent" && subagents) return subagents[this.#subagentTaken++] ?? exhausted;
    return this.#scenario?.replies[this.#mainTaken++] ?? exhausted;
  }
}

/** What a reply says it costs. */
export function usageOf(reply: Reply): StepUsage {
  return reply.findLast((step) => "usage" in step)?.usage ?? defaultUsage;
}
