import type { Assess, Assessment, RuleCore } from "@nucleic/policy";
import {
  type ApprovalAnswer,
  type ApprovalId,
  type ApprovalRequest,
  type ApprovalSignature,
  AskEnded,
  type Clock,
  canonicalJson,
  type DecidedBy,
  type Decision,
  type EventBodyOf,
  mayDecide,
} from "@nucleic/protocol/core";
import { RuntimeError } from "../errors.ts";
import { auditName, type StandingRules } from "../rules/standing-rules.ts";
import type { Answerer } from "../session/session.ts";
import { assessSafely } from "./assess.ts";
import { approvalDigest } from "./digest.ts";
import { Docket } from "./docket.ts";
import type { ApprovalMode, PolicyDecision } from "./mode.ts";
import type { AnswerOutcome } from "./outcome.ts";

export interface CoordinatorOptions {
  readonly clock: Clock;
  readonly assess: Assess;
  readonly mode: ApprovalMode;
  /** What people have allowed for good. Without them nothing is. */
  readonly rules?: Pick<StandingRules, "find" | "madeBy" | "keep"> | undefined;
  /** Whether it asks for leave to use what the runtime itself has given it. */
  readonly isOwnTool?: ((request: ApprovalRequest) => boolean) | undefined;
  /** Appends an event to the transcript, in order; resolves when it is on disk. */
  readonly record: (
    event: EventBodyOf<"approvalRequested"> | EventBodyOf<"approvalResolved">,
  ) => Promise<void>;
  /** Why the transcript takes nothing more; absent while it does. */
  readonly failure?: (() => Error | undefined) | undefined;
}

/** To speak up is no act: nobody is asked about it, whoever answers for the rest. */
const ownTool: PolicyDecision = { decision: { kind: "allow" }, by: "policy", rule: "nucleic control" };

/** How long a request that came through the hook waits for its event in the stream, to stand where the agent put it. */
const streamGraceMs = 250;

/**
 * Where a blocked agent and those who answer meet. Each request is written once, enriched, and resolved exactly once:
 * by the first to answer, a rule or policy, its expiry, the agent that no longer asks, or the end of the run. The
 * decision is on disk before the agent hears of it. Only a person, a rule or a policy can allow.
 */
export class ApprovalCoordinator {
  readonly #options: CoordinatorOptions;
  readonly #docket: Docket<ApprovalRequest, ApprovalAnswer>;
  /** Requests the backend answered on its own: their resolutions are its own too. */
  readonly #foreign = new Set<string>();
  /** Requests that a person alone may allow, and only this once. */
  readonly #personal = new Set<string>();
  #ended = false;

  constructor(options: CoordinatorOptions) {
    this.#options = options;
    this.#docket = new Docket(options.clock, (id) => this.#deny(id, "expired", "Nobody answered in time."));
  }

  /** Requests that wait, enriched, oldest first. */
  get pending(): readonly ApprovalRequest[] {
    return this.#docket.open;
  }

  /** The agent's stream says that it asks. Written now, unless it has been. */
  requested(event: Pick<EventBodyOf<"approvalRequested">, "request" | "auto">): void {
    const { request, auto } = event;
    if (this.#docket.has(request.id) || this.#foreign.has(request.id)) return;
    if (auto) {
      this.#foreign.add(request.id);
      this.#write({ kind: "approvalRequested", request: this.#enrich(request), auto });
    } else {
      this.#open(this.#enrich(request));
    }
  }

  /** The agent's stream says what became of a request. Written now, unless it has been. */
  resolved({ approvalId, decision, decidedBy }: Omit<EventBodyOf<"approvalResolved">, "kind">): void {
    if (this.#foreign.delete(approvalId))
      this.#write({ kind: "approvalResolved", approvalId, decision, decidedBy });
    else if (decision.kind === "deny" || decision.kind === "cancelRun")
      this.#settleQuietly(approvalId, { decision, by: decidedBy });
    // An allow that nobody here gave is no decision: the one that was given has been written already.
    else this.#deny(approvalId, "withdrawn", "The agent went on without an answer.");
  }

  /** `AgentHooks.requestApproval`: resolves with the decision once it is on disk. Rejects where it cannot be written. */
  async ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    await this.#docket.arrival(request.id, streamGraceMs);
    return this.askNow(request, signal);
  }

  /** As `ask`, of a request that no rule and no policy answers, and no person for good. */
  async askPerson(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    this.#personal.add(request.id);
    try {
      return await this.askNow(request, signal);
    } finally {
      this.#personal.delete(request.id);
    }
  }

  /** A request that was refused before anybody was asked. Resolves when that is on disk. */
  async refuse(request: ApprovalRequest, rule: string, message: string): Promise<void> {
    const by = { by: "policy", rule } as const;
    const requested = this.#options.record({
      kind: "approvalRequested",
      request: this.#enrich(request),
      auto: by,
    });
    const decision = { kind: "deny", message } as const;
    const resolved = { kind: "approvalResolved", approvalId: request.id, decision, decidedBy: by } as const;
    await Promise.all([requested, this.#options.record(resolved)]);
  }

  /** As `ask`, of a request that no event of the agent's stream tells of. */
  async askNow(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    this.requested({ request });
    const answer = this.#docket.answer(request.id);
    if (answer === undefined) return denial("noAnswerer", "The agent has answered this itself.");
    const shown = this.#docket.request(request.id);
    if (shown && raw(shown) !== raw(request))
      this.#deny(request.id, "withdrawn", "The agent asks for something else than what was shown.");
    const onAbort = () => {
      const by = signal.reason instanceof AskEnded ? signal.reason.by : "abandoned";
      this.#deny(request.id, by, "The agent no longer waits for this.");
    };
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await answer;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  /**
   * Someone decides. Resolves when what holds is on disk; so is the rule, where one is made: the next request may come
   * right after. @throws StorageError; RuntimeError `ruleRefused`, `digestMismatch`, and the request still waits
   */
  async answer(
    id: ApprovalId,
    decision: Decision,
    by: DecidedBy,
    { shownDigest, signature }: Pick<Answerer, "shownDigest" | "signature"> = {},
  ): Promise<AnswerOutcome> {
    if (!mayDecide(decision, by)) return this.#settle(id, denial(by.by, "Nobody allowed this."));
    const request = this.#docket.request(id);
    if (this.#personal.has(id) && decision.kind !== "deny" && decision.kind !== "cancelRun")
      this.#onlyThisOnce(decision, by);
    if (request && shownDigest !== undefined && shownDigest !== request.digest)
      throw new RuntimeError("digestMismatch", `approval ${id} asks for something else than was shown`, {
        hint: "Show the request as it is now, and ask again.",
      });
    const rule = request && by.by === "person" ? this.#options.rules?.madeBy(request, decision) : undefined;
    return this.#settle(id, { decision, by }, { rule, signature });
  }

  /** The run is over: whatever still waits is denied, and so is whatever comes. */
  end(): void {
    this.#ended = true;
    for (const { id } of this.pending) this.#deny(id, "abandoned", "The run ended before anyone answered.");
  }

  #open(request: ApprovalRequest): void {
    const decided = this.#decide(request);
    const rule = decided?.rule === undefined ? {} : { rule: decided.rule };
    this.#write({
      kind: "approvalRequested",
      request,
      ...(decided && { auto: { by: decided.by, ...rule } }),
    });
    // After its record has its place: one that has expired by now is denied here and at once.
    this.#docket.add(request);
    if (this.#ended) this.#deny(request.id, "abandoned", "The run is over.");
    else if (decided)
      this.#settleQuietly(request.id, { decision: decided.decision, by: { by: decided.by, ...rule } });
    else if (this.#asksNobody) this.#deny(request.id, "noAnswerer", "Nobody can answer here.");
  }

  get #asksNobody(): boolean {
    const { mode } = this.#options;
    return (typeof mode === "object" ? mode.otherwise : mode) === "deny";
  }

  #onlyThisOnce(decision: Decision, { by }: DecidedBy): void {
    if (by === "person" && decision.kind === "allow" && decision.updatedInput === undefined) return;
    throw new RuntimeError(
      "ruleRefused",
      "what runs outside of the sandbox is allowed by a person, as it is, each time anew",
      {
        hint: "Allow it once, or deny it.",
      },
    );
  }

  /** What a policy refuses stays refused; else what a person has allowed for good comes first. */
  #decide(request: ApprovalRequest): PolicyDecision | undefined {
    if (this.#ended || this.#personal.has(request.id)) return undefined;
    if (this.#options.isOwnTool?.(request)) return ownTool;
    if (this.#options.mode === "deny") return undefined;
    const policy = this.#policyOn(request);
    if (policy && policy.decision.kind !== "allow" && policy.decision.kind !== "allowAlways") return policy;
    const rule = this.#options.rules?.find(request);
    return rule ? { decision: { kind: "allow" }, by: "rule", rule: auditName(rule) } : policy;
  }

  #policyOn(request: ApprovalRequest): PolicyDecision | undefined {
    const { mode } = this.#options;
    if (typeof mode !== "object") return undefined;
    try {
      return mode.decide(request);
    } catch {
      // A policy that fails decides nothing: the request goes the way of all others.
      return undefined;
    }
  }

  #enrich(request: ApprovalRequest): ApprovalRequest {
    const judged = assessSafely(this.#options.assess, request);
    const { summary, risk, riskReasons } = this.#personal.has(request.id) ? outside(judged) : judged;
    return { ...request, summary, risk, riskReasons: [...riskReasons], digest: approvalDigest(request) };
  }

  #settle(
    id: string,
    answer: ApprovalAnswer,
    {
      rule,
      signature,
    }: { readonly rule?: RuleCore | undefined; readonly signature?: ApprovalSignature | undefined } = {},
  ): Promise<AnswerOutcome> {
    const { decision, by: decidedBy } = answer;
    return this.#docket.settle(id, answer, async (request) => {
      const resolved = { kind: "approvalResolved", approvalId: request.id, decision, decidedBy } as const;
      await this.#options.record({ ...resolved, ...(signature && { signature }) });
      if (rule && decision.kind === "allowAlways")
        await this.#options.rules?.keep(rule, request, decision.scope, decidedBy);
      // What failed while the rule was kept has ended the run: its agent hears of no allowance any more.
      const failure = this.#options.failure?.();
      if (failure) throw failure;
    });
  }

  #deny(id: string, by: DecidedBy["by"], message: string): void {
    this.#settleQuietly(id, denial(by, message));
  }

  /** Whoever waits for the answer hears of a failure to write it; so does the session. */
  #settleQuietly(id: string, answer: ApprovalAnswer): void {
    this.#settle(id, answer).catch(() => undefined);
  }

  #write(event: Parameters<CoordinatorOptions["record"]>[0]): void {
    this.#options.record(event).catch(() => undefined);
  }
}

/** Nothing that runs with a person's own rights merely reads. */
function outside({ summary, risk, riskReasons }: Assessment): Assessment {
  return {
    summary,
    risk: risk === "read" || risk === "write" ? "execute" : risk,
    riskReasons: ["runs outside of the sandbox, with your rights", ...riskReasons],
  };
}

function denial(by: DecidedBy["by"], message: string): ApprovalAnswer {
  return { decision: { kind: "deny", message }, by: { by } };
}

function raw({ tool, input, cwd }: ApprovalRequest): string {
  return canonicalJson({ tool, input, cwd });
}
